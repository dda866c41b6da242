/** What pages of other areas show of the inbox. */
export { Mentions, mentionsOf } from './mentions.tsx'
export { WatchButton } from './watch-button.tsx'
