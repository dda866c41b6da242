export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Current UTC date, the day boundary the server uses. */
export const todayUtc = () => new Date().toISOString().slice(0, 10)
