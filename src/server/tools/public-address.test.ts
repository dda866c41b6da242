import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

it('recognizes private networks in every notation a resolver returns', () => {
  const closed = [
    '127.0.0.1',
    '127.8.8.8',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1%eth0',
    'ff02::1',
    'localhost',
  ]
  expect(closed.filter(isPublicAddress)).toEqual([])
  const open = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.0.1.1', '2606:4700:4700::1111']
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([])
})
