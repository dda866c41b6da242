import { describe, expect, it, vi } from 'vitest'
import { onCleanup } from '../../../../test/kit/cleanup.ts'
import { createProject } from '../../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../../test/kit/start.ts'
import { messages } from '../../../model/kit/rules.ts'
import * as workers from '../../tools/run-in-worker.ts'
import type { AnyRow } from '../request/context.ts'
import { cleanRichText, signRichText } from './rich-text.ts'

const app = await startApp()
onCleanup(workers.closeWorkers)

const file = '/api/files/0b1f5a1e-3c5d-4b8f-9a37-1f0c2d3e4f50/plan%20(1).png'
async function clean(text: string, before: unknown = null) {
  const problems: string[] = []
  const result = await cleanRichText(text, before, (message) => problems.push(message))
  return problems.length > 0 ? { problems } : result
}

describe('rich text', () => {
  it('keeps the allowed subset unchanged', async () => {
    const all = `<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><p><strong>b</strong><em>i</em><u>u</u><s>s</s><br>x &amp; y &lt; z</p><ul><li>1</li></ul><ol><li><p>2</p></li></ol><p><a href="https://example.com/a?b=1&amp;c=2">w</a><a href="http://example.com">v</a><a href="mailto:a@example.com">m</a></p><table><thead><tr><th>h</th></tr></thead><tbody><tr><td>d</td></tr></tbody></table><img src="${file}">`
    expect(await clean(all)).toBe(all)
  })

  it.each([
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['<SCRIPT SRC=//evil.example/x.js></SCRIPT>', ''],
    ['<img src=x onerror=alert(1)>', ''],
    [`<img src="${file}" onerror="alert(1)" onload=alert(1) style="position:fixed">`, `<img src="${file}">`],
    ['<img src="https://evil.example/pixel.gif"><img src="data:image/png;base64,AAAA"><img>', ''],
    ['<img src="/api/files/../users"><img src="//evil.example/api/files/0b1f5a1e-3c5d-4b8f-9a37-1f0c2d3e4f50/a.png">', ''],
    ['<p onclick="alert(1)" id="x" class="y" data-a="1" aria-label="z">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href=" java\nscript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="&#106;avascript&colon;alert(1)">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,<script>alert(1)</script>">a</a>', '<a>a</a>'],
    ['<a href="vbscript:x">a</a><a href="/users">b</a><a href="//evil.example">c</a>', '<a>a</a><a>b</a><a>c</a>'],
    ['<a href="https://example.com" target="_blank" rel="opener" ping="https://evil.example">a</a>', '<a href="https://example.com">a</a>'],
    ['<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><text>t</text></a></svg>', ''],
    ['<style>p{background:url(//evil.example)}</style><p style="color:red">a</p>', '<p>a</p>'],
    ['<iframe src="https://evil.example"></iframe><object data=x></object><embed src=x><form action=x><input></form>', ''],
    ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', ''],
    ['<p><noscript><p title="</noscript><img src=x onerror=alert(1)>">a</p>', '<p></p><p>a</p>'],
    ['<p>a<!-- <img src=x onerror=alert(1)> -->b</p>', '<p>ab</p>'],
    ['<template><img src=x onerror=alert(1)></template><p>a</p>', '<p>a</p>'],
    ['<p>a<strong>b<em>c</p>d', '<p>a<strong>b<em>c</em></strong></p><strong><em>d</em></strong>'],
    ['<blockquote><p>kept</p></blockquote>', '<p>kept</p>'],
    ['1 < 2', '1 &lt; 2'],
  ])('sanitizes %s', async (text, expected) => {
    const result = String(await clean(text))
    expect(result).not.toMatch(/script|on\w+=|style|svg|evil|data:/i)
    expect(result).toBe(expected)
    // Cleaning is idempotent.
    expect(await clean(result)).toBe(result)
  })

  it('rejects input that would overload the server, and accepts long text', async () => {
    const refused = { problems: [messages.unknown] }
    expect(await clean('<b>'.repeat(60_000))).toEqual(refused)
    expect(await clean('<div>'.repeat(300))).toEqual(refused)
    expect(await clean('<p a>'.repeat(30_000))).toEqual(refused)
    const many = Array.from({ length: 30_000 }, (_, index) => `a${index}`).join(' ')
    for (const text of [`<p ${many}>`, `<p ${many.slice(0, 2000)}>`, `<p ${many.replaceAll(' ', '/')}>`, `<p x="1"y='>'${many}>`])
      expect(await clean(text)).toEqual(refused)
    expect(await clean(`<p ${many.slice(0, 500)}>a</p>`)).toBe('<p>a</p>')
    const long = `<p>${'word '.repeat(36_000)}<a href="https://example.com">x</a></p>`
    expect(await clean(long)).toBe(long)
    expect(await clean(`<p a>${'&'.repeat(150_000)}</p>`)).toEqual({ problems: [messages.maxLength(200_000)] })
  })

  it('skips the worker for plain or unchanged text', async () => {
    const worker = vi.spyOn(workers, 'runInWorker')
    const stored = `<p>a</p><img src="${file}">`
    const answered = signRichText(stored, app.product.services.fileUrlsFor({ userId: '', isExternal: false }))
    expect(answered).toMatch(/plan%20\(1\)\.png\?expires=\d+&amp;signature=[\w-]+">$/)
    for (const text of ['a > b', '<p>a<br>b</p>', '<ul><li>a</li></ul>']) expect(await clean(text)).toBe(text)
    expect(await clean(stored, answered)).toBe(stored)
    expect(await clean(answered as string, answered)).toBe(stored)
    expect(worker).not.toHaveBeenCalled()
    expect(await clean('<p>a</p></p>')).toBe('<p>a</p><p></p>')
    expect(worker).toHaveBeenCalledTimes(1)
    worker.mockRestore()
  })
})

it('is sanitized in the database for every caller, and its images are returned signed', async () => {
  const answered = async (project: AnyRow) => (await app.admin('GET', `/api/projects/${project.id}`)).body
  const storedDescription = async (project: AnyRow) =>
    (await app.sql('select description from projects where id = $1', [project.id]))[0]!.description
  const project = await createProject(app, { description: `<p onclick="alert(1)">a</p><img src="${file}?expires=1&amp;signature=x">` })
  expect(await storedDescription(project)).toBe(`<p>a</p><img src="${file}">`)
  const { description, rowVersion, ...rest } = await answered(project)
  expect(description).toContain('&amp;signature=')

  const body = { ...rest, clientId: rest.client.id }
  const put = (text: string | null) => app.admin('PUT', `/api/projects/${project.id}`, { ...body, description: text })
  expect((await put(description)).status).toBe(200)
  expect(await storedDescription(project)).toBe(`<p>a</p><img src="${file}">`)
  expect((await put('<script>alert(1)</script>')).body.description).toBeNull()
  expect((await put('<b>'.repeat(1_000))).body.fields).toEqual({ description: [messages.unknown] })
})
