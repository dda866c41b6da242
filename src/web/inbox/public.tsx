/** What pages of other areas show of the inbox. */
export { mentioning, mentionsOf } from './mentions.tsx'
export { WatchButton } from './watch-button.tsx'
