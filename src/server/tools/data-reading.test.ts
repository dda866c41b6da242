import { describe, expect, it } from 'vitest'
import { parseData, parseXml } from './data-reading.ts'

const parseText = (text: string | Buffer, name = 'a') => parseData({ name, data: new Uint8Array(Buffer.from(text)) })

describe('external file', () => {
  it('is recognized by its first characters, regardless of its name', () => {
    expect(parseText('\ufeff<a b="1"><c d="&lt;&#x41;"/></a>', 'a.csv')).toEqual({
      kind: 'xml',
      root: { name: 'a', attributes: { b: '1' }, children: [{ name: 'c', attributes: { d: '<A' }, children: [] }] },
    })
    expect(parseText(' [1]')).toEqual({ kind: 'json', value: [1] })
    expect(parseText('{"a":2}', 'a.xml')).toEqual({ kind: 'json', value: { a: 2 } })
    expect(parseText('a;b\n1;2')).toMatchObject({ kind: 'tables', tables: [{ rows: [{ values: ['a', 'b'] }, { values: ['1', '2'] }] }] })
  })

  it.each([
    ['', 'The file is empty.'],
    ['{', 'The JSON is damaged.'],
    ['\0\x01', 'This is neither a workbook nor a text.'],
    ['PK\x03\x04', 'The archive has no directory.'],
  ])('rejects an unreadable file: %j', (text, expectedMessage) => {
    expect(() => parseText(text)).toThrow(expectedMessage)
  })
})

describe('XML', () => {
  it.each(['<a>', '<a></b>', '</a>', '<a/><b/>', '<a><b></a></b>', '<a b=">', 'text', '<a b="&#x110000;"/>'])(
    'rejects malformed XML: %s',
    (text) => {
      expect(() => parseXml(text)).toThrow('The XML is damaged.')
    },
  )

  it.each(['<!DOCTYPE a><a/>', '<!doctype a [<!ENTITY b "c">]><a>&b;</a>', '<a><!ENTITY b SYSTEM "file:///etc/passwd"></a>'])(
    'rejects a document type or entities: %s',
    (text) => {
      expect(() => parseXml(text)).toThrow('XML with a document type or custom entities is not accepted.')
    },
  )

  it('keeps unknown entities as text, and drops comments', () => {
    expect(parseXml('<?xml version="1.0"?><!-- c --><a b="&c;"><![CDATA[<d>]]></a>')).toEqual({
      name: 'a',
      attributes: { b: '&c;' },
      children: [],
    })
  })

  it('limits depth and element count', () => {
    expect(() => parseXml(`${'<a>'.repeat(70)}${'</a>'.repeat(70)}`)).toThrow('The XML has too many elements.')
    expect(() => parseXml(`<a>${'<b/>'.repeat(500_001)}</a>`)).toThrow('The XML has too many elements.')
  })

  it('allows reserved property names safely', () => {
    const { attributes } = parseXml('<a __proto__="x" constructor="y"/>')
    expect(Object.keys(attributes)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype)
  })
})
