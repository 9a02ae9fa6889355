/** Plain words to choose from where nothing else says which. */
export const wordBank = (
  'amber anchor apple arrow autumn badger bamboo basil beacon birch breeze bridge candle canyon cedar cherry ' +
  'cinder clover cobalt comet copper coral cotton cricket crystal daisy delta desert dune eagle ember falcon ' +
  'feather fern field flint forest fossil galaxy garden ginger glacier granite harbor hazel heron hollow honey ' +
  'island ivory jasmine jungle juniper kettle lagoon lantern lark lemon lilac linen lotus maple marble meadow ' +
  'melon mint mirror moss mountain nectar nutmeg oasis ocean olive onyx opal orchard otter paper pebble pepper ' +
  'pine planet plum pollen prairie quartz quill rain raven reef river robin saffron sage sand shell silver ' +
  'sparrow spruce stone storm summer sunset thistle thunder timber topaz tulip valley velvet violet walnut ' +
  'willow winter'
).split(' ');
