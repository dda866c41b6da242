import { describe, expect, it } from 'vitest'
import { checkSignature, cleanFileName, contentDisposition, signPath } from './signed-address.ts'

const path = '/files/3f1c/plan.pdf'
const noon = new Date('2026-11-02T12:00:00Z')
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000)
const queryParams = (address: string) => Object.fromEntries(new URLSearchParams(address.split('?')[1]))

describe('signed URL', () => {
  const address = signPath('secret', path, later(60))
  const query = queryParams(address)

  it('opens its path until it expires', () => {
    expect(address.split('?')[0]).toBe(path)
    expect(checkSignature('secret', path, query, noon)).toBe(true)
    expect(checkSignature('secret', path, query, later(59))).toBe(true)
    expect(checkSignature('secret', path, query, later(60))).toBe(false)
  })

  it('opens no other path, secret or expiry', () => {
    expect(checkSignature('secret', '/files/3f1d/plan.pdf', query, noon)).toBe(false)
    expect(checkSignature('another', path, query, noon)).toBe(false)
    expect(checkSignature('secret', path, { ...query, expires: String(Number(query.expires) + 1) }, noon)).toBe(false)
    expect(checkSignature('secret', path, { ...query, expires: `0${query.expires}` }, noon)).toBe(true)
  })

  it.each([
    {},
    { expires: '99999999999' },
    { expires: '1e15', signature: query.signature },
    { expires: query.expires, signature: '' },
    { expires: query.expires, signature: `${query.signature}x` },
    { expires: query.expires, signature: query.signature!.slice(0, -1) },
    { expires: [query.expires], signature: query.signature },
    { expires: query.expires, signature: 'é'.repeat(21) },
  ])('rejects %j', (bad) => {
    expect(checkSignature('secret', path, bad, noon)).toBe(false)
  })
})

describe('download name', () => {
  it.each([
    ['Plan.pdf', `inline; filename="Plan.pdf"; filename*=UTF-8''Plan.pdf`],
    ['Größe – 5%.xlsx', `inline; filename="Gro_e _ 5_.xlsx"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%80%93%205%25.xlsx`],
    [`it's "(1)*".txt`, `inline; filename="it's _(1)*_.txt"; filename*=UTF-8''it%27s%20%22%281%29%2A%22.txt`],
    ['a\r\nSet-Cookie: x=1', `inline; filename="a--Set-Cookie: x=1"; filename*=UTF-8''a--Set-Cookie%3A%20x%3D1`],
    ['../../etc\\passwd', `inline; filename="..-..-etc-passwd"; filename*=UTF-8''..-..-etc-passwd`],
    ['half \ud83d pair', `inline; filename="half _ pair"; filename*=UTF-8''half%20%EF%BF%BD%20pair`],
    ['図面.pdf', `inline; filename="__.pdf"; filename*=UTF-8''%E5%9B%B3%E9%9D%A2.pdf`],
    ['', `inline; filename="file"; filename*=UTF-8''file`],
  ])('is sent completely and cannot break the header: %j', (name, header) => {
    expect(contentDisposition(name, 'inline')).toBe(header)
    expect(() => new Headers({ 'content-disposition': header })).not.toThrow()
  })

  it('sets inline or attachment', () => {
    expect(contentDisposition('a.png', 'attachment')).toMatch(/^attachment; /)
  })
})

it('drops marks from file names that reverse the direction of text', () => {
  expect(cleanFileName('photo\u202egpj.exe')).toBe('photogpj.exe')
  expect(cleanFileName('a\u2066b\u200fc/d\n.txt')).toBe('abc-d-.txt')
  expect(contentDisposition('photo\u202egpj.exe', 'attachment')).toContain("UTF-8''photogpj.exe")
})
