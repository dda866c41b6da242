export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The day it is for the person who looks, as the server counts days. */
export const today = () => new Date().toISOString().slice(0, 10)
