/** What people read of a number below zero carries a true minus, as wide as a plus; files for machines keep their hyphen. */
export const withMinus = (written: string) => written.replace(/^-/, '−')

/** Whoever copies such a number types it in again. */
export const withHyphen = (typed: string) => typed.replaceAll('−', '-')
