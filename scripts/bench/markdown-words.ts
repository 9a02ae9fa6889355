/** Words of one script, enough of them that a page does not repeat itself in a way that helps anyone. */
export interface Script {
  readonly lang: string;
  readonly words: readonly string[];
  /** What stands between two words: nothing in scripts that don't part them. */
  readonly gap: string;
  readonly stop: string;
}

const split = (words: string) => words.split(' ');

export const english: Script = {
  lang: 'en',
  gap: ' ',
  stop: '.',
  words: split(
    'the a request response server client cache value header body stream chunk zone rule token key object ' +
      'bucket worker route origin edge page link list table row cell code block line word text image title ' +
      'name path query host port method status error limit size time hour day week month year user account ' +
      'team project version release branch commit file folder build deploy test check measure record report ' +
      'sends reads writes keeps drops holds opens closes starts stops waits returns answers matches follows ' +
      'first last next previous empty full large small quick slow local global public private secure default ' +
      'when where while before after until unless because although however therefore within without between ' +
      'and or not only also each every any some most many few more less than then there here this that these ' +
      'configure install upgrade migrate validate negotiate convert compress decode encode resolve subscribe ' +
      'it’s don’t user’s “quoted” e.g. i.e. 42 100 3.14 2026 v2 HTTP URL JSON API HTML CSS DNS TLS SDK CLI',
  ),
};

/** Scripts other than Latin; together they have characters of two, three and four bytes. */
export const otherScripts: readonly Script[] = [
  {
    lang: 'ru',
    gap: ' ',
    stop: '.',
    words: split(
      'запрос ответ сервер клиент значение заголовок поток правило ключ объект страница ссылка список таблица ' +
        'строка ячейка который можно нужно после перед если тогда также каждый новый большой быстрый и в на с по',
    ),
  },
  {
    lang: 'el',
    gap: ' ',
    stop: '.',
    words: split(
      'αίτημα απάντηση διακομιστής πελάτης τιμή κεφαλίδα ροή κανόνας κλειδί σελίδα και το η ο με για από',
    ),
  },
  {
    lang: 'ar',
    gap: ' ',
    stop: '.',
    words: split(
      'طلب استجابة خادم عميل قيمة رأس تدفق قاعدة مفتاح كائن صفحة رابط قائمة جدول صف خلية من إلى على في',
    ),
  },
  {
    lang: 'he',
    gap: ' ',
    stop: '.',
    words: split(
      'בקשה תגובה שרת לקוח ערך כותרת זרם כלל מפתח אובייקט דף קישור רשימה טבלה שורה תא של על עם או',
    ),
  },
  {
    lang: 'hi',
    gap: ' ',
    stop: '।',
    words: split('अनुरोध उत्तर सर्वर ग्राहक मान शीर्षक धारा नियम कुंजी वस्तु पृष्ठ कड़ी सूची तालिका पंक्ति और का की के में से'),
  },
  {
    lang: 'zh',
    gap: '',
    stop: '。',
    words: split(
      '请求 响应 服务器 客户端 缓存 数值 标头 正文 数据流 区域 规则 令牌 密钥 对象 页面 链接 列表 表格 的 和 在 是 可以 然后 🙂',
    ),
  },
  {
    lang: 'ja',
    gap: '',
    stop: '。',
    words: split(
      'リクエスト 応答 サーバー クライアント 値 ヘッダー 本文 ストリーム ルール 鍵 ページ リンク 一覧 表 の を に は です ます 𠮷',
    ),
  },
  {
    lang: 'ko',
    gap: ' ',
    stop: '.',
    words: split(
      '요청 응답 서버 클라이언트 캐시 값 머리글 본문 흐름 규칙 토큰 열쇠 객체 페이지 연결 목록 표 그리고 또는 에서',
    ),
  },
  {
    lang: 'th',
    gap: '',
    stop: ' ',
    words: split('คำขอ การตอบ เซิร์ฟเวอร์ ลูกค้า ค่า ส่วนหัว เนื้อหา กฎ กุญแจ วัตถุ หน้า ลิงก์ รายการ ตาราง และ หรือ ใน'),
  },
];
