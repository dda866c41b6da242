import { expect, it } from 'vitest'
import { isCommonPassword, isMadeOfNames } from './common-passwords.ts'

it.each([
  ...['Password1!', 'Password123!', 'P@ssw0rd1', 'P@ssw0rd123', 'Passw0rd!', 'Pass@123', 'Pass@word1', 'Pa$$w0rd', 'P@55w0rd!'],
  ...['Password@2026', 'Mypassword1!', 'Passwort1!', 'Welcome1!', 'Welcome@123', 'Welcome2026!', 'Welcome-123', 'Welcome@2026!'],
  ...['Qwerty123!', 'Asdf1234!', '1qaz@WSX', 'Zaq1@wsx', '!QAZ2wsx', 'Q1w2e3r4!', 'Qazwsx@123', 'Zxcvbnm1!', 'Qwertyuiop1!'],
  ...['Admin@123', 'Administrator1!', 'Changeme1!', 'Letmein1!', 'Login@123', 'Guest@123', 'User@1234', 'Root@1234', 'Server@123'],
  ...['Temp@1234', 'Default1!', 'Test1234!', 'Test@1234', 'Abcd1234!', 'Abc@12345', 'Aa@123456', '123456Aa!', 'aA1!aA1!aA1!'],
  ...['Summer2024!', 'Spring2026!', 'Winter@2025', 'Autumn#2023', 'January2026!', 'Monday123!', 'October@1', 'Enough-12345'],
  ...['India@123', 'India@2024', 'Pakistan@123', 'Canada@123', 'London2024!', 'Newyork1!', 'America@1', 'Delhi@123'],
  ...['Football1!', 'Sunshine1!', 'Iloveyou1!', 'Dragon123!', 'Superman1!', 'Michael1!', 'Jesus@123', 'Krishna@123', 'Trustno1!'],
  ...['Google@123', 'Microsoft1!', 'Office365!', 'Company@123', 'Manager@1', 'Samsung@123', 'Hello@123', 'Mustang@69', 'Secret123!'],
])('refuses %s', async (password) => expect(await isCommonPassword(password)).toBe(true))

it.each([
  ...['kX9#mQ2$', 'Zp4!wLq8', 'vR7!pQz2Lm', '9f$Gw!2bXq', 'T7#rd-Qm5w', 'b4N%t0Lx', 'Wd!4kPz9uT', 'Hx2#vNq8', 'Jm$7tRe2Wq', 'P7m!Xc4&Lz'],
  ...['Harbor-4721', 'Blue-Piano-9', 'Correct-Horse-7', 'Correct horse battery staple 1', 'Brahms-7-Oboe!', 'Tr0ub4dor&3'],
  ...['Maple-Kettle-58', 'Lectern-Wool-4!', 'Stage+Curtain+88', 'my2Dogs&3Cats!', 'Ziggurat-91-Fern', 'Green_Otter_Swims_3'],
  ...['Quartz&Lemon72', '8Violins@dusk', 'Copper-Lantern-6', 'Rainy7Thursday!Soup', 'Cobalt#Fiddle31', 'aV!room201-Fern'],
  ...['Gx7-Hy8-Iz9!Q', 'Nectarine/Drum/4', `${'kX9#mQ2$vL-'.repeat(11)}7`],
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
