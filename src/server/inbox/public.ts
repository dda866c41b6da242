export type { InboxSubject, News } from './news.ts'
