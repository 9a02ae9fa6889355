/** The package that parses and runs queries; handed around, because it is loaded on the first query only. */
export type Graphql = typeof import('graphql');
