/** Displays negative numbers with a true minus sign, as wide as a plus; files for machines retain the hyphen. */
export const withMinus = (written: string) => written.replace(/^-/, '−')

/** Converts back, because users paste such numbers into fields. */
export const withHyphen = (typed: string) => typed.replaceAll('−', '-')
