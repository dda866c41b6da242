/** The most common passwords that pass the composition rule, and stems of most others. */
const stems = [
  'password',
  'passw0rd',
  'p@ssword',
  'p@ssw0rd',
  'pa$$word',
  'pa$$w0rd',
  'qwerty',
  'qwertyuiop',
  'qwerty123',
  'welcome',
  'admin',
  'administrator',
  'letmein',
  'changeme',
  'iloveyou',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'master',
  'superman',
  'batman',
  'trustno1',
  'abc123',
  'abcd1234',
  'test',
  'testtest',
  'secret',
  'summer',
  'winter',
  'spring',
  'autumn',
  'company',
  'hello',
  'shadow',
  'michael',
  'jordan',
  'default',
  'temp',
  'user',
  'login',
  'access',
  'p4ssw0rd',
  '1q2w3e4r',
  '1qaz2wsx',
  'zaq12wsx',
  'asdfghjkl',
  'starwars',
  'whatever',
  'computer',
  'internet',
  'service',
  'server',
  'demo',
  'guest',
  'root',
  'dna',
]

/** Digits and symbols around a stem are ignored. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase()
  const core = text.slice(Math.max(0, text.search(/[a-z]/)), trimmedEnd(text, /[a-z]/))
  return stems.includes(core) || stems.includes(text.slice(0, trimmedEnd(text, /[a-z0-9]/)))
}

function trimmedEnd(text: string, kind: RegExp): number {
  let end = text.length
  while (end > 0 && !kind.test(text.charAt(end - 1))) end--
  return end
}
