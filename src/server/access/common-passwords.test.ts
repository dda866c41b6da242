import { expect, it } from 'vitest'
import { isCommonPassword, isMadeOfNames } from './common-passwords.ts'

it.each([
  ...['Password1!', 'Password123!', 'P@ssw0rd1', 'P@ssw0rd123', 'Passw0rd!', 'Pass@123', 'Welcome1!', 'Welcome@123', 'Welcome2026!'],
  ...['Qwerty123!', 'Asdf1234!', '1qaz@WSX', 'Zaq1@wsx', 'Admin@123', 'Changeme1!', 'Letmein1!', 'Iloveyou1!', 'Summer2024!'],
  ...['Spring2026!', 'Welcome-123', 'Abcd1234!', 'Test1234!', 'Aa@123456', 'Football1!', 'Sunshine1!', 'aA1!aA1!aA1!'],
])('refuses %s', async (password) => expect(await isCommonPassword(password)).toBe(true))

it.each([
  ...['kX9#mQ2$', 'Zp4!wLq8', 'Harbor-4721', 'Blue-Piano-9', 'Correct-Horse-7', 'Brahms-7-Oboe!', 'Tr0ub4dor&3', 'Enough-12345'],
  `${'kX9#mQ2$vL-'.repeat(11)}7`,
])('accepts %s', async (password) => expect(await isCommonPassword(password)).toBe(false))

it.each([
  ['Anna-Berg-2026', true],
  ['Northlight1!', true],
  ['anna.berg99!A', true],
  ['Anna-piano-Berg-47-Oboe', false],
  ['Harbor-4721', false],
])('finds that %s is made of names: %s', (password, isSo) => {
  expect(isMadeOfNames(password, ['Anna', 'Berg', 'anna.berg', 'Northlight Design', null])).toBe(isSo)
})

it('estimates the longest password without delay', async () => {
  await isCommonPassword('Warm-up-1')
  const start = performance.now()
  await isCommonPassword('P@ssw0rd4$1!'.repeat(10))
  expect(performance.now() - start).toBeLessThan(1500)
})
