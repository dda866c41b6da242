/** What other areas say of things that can stand in an inbox; whoever has news tells them through `ctx.services`. */
export type { InboxSubject, News } from './news.ts'
