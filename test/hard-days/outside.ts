import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { startMailServer } from '../kit/mail-server.ts'
import { startNodes } from '../kit/nodes.ts'
import { startS3Store } from '../kit/s3-store.ts'
import { administrator } from '../kit/settings.ts'
import { counting, createFileForm, type Day, must, spread, startDay, until } from './day.ts'

const megabyte = 1024 * 1024

const storeAway: Day = {
  name: 'store-away',
  description: 'the S3 store refuses for a while, cuts, and is slow; lists go on',
  async run() {
    const store = await startS3Store()
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.settings
    const { ask: callApi } = await startDay({
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    })
    const storedUrls: string[] = []
    const figures: Record<string, string> = {}
    const rules = {
      refuses: (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(503).end(),
      cuts: (_: unknown, response: { destroy(): void }) => response.destroy(),
      'is slow': (...args: Parameters<typeof store.reply>) => setTimeout(() => store.reply(...args), 3000),
      'is there': store.reply,
    }
    for (const [ruleName, rule] of Object.entries(rules)) {
      store.rule.always = rule as typeof store.reply
      const answers = counting()
      const lists: number[] = []
      const uploads = Array.from({ length: 5 }, (_, index) =>
        answers.count(callApi('POST', '/api/files', createFileForm(200_000, `${ruleName} ${index}.txt`))),
      )
      for (let at = 0; at < 20; at++) {
        const begun = performance.now()
        must((await callApi('GET', '/api/signalTypes')).status === 200, 'Lists suffer from the store.')
        lists.push(performance.now() - begun)
      }
      for (const result of await Promise.all(uploads)) if (result && result.status < 300) storedUrls.push(result.body.url)
      figures[`uploads while it ${ruleName}`] = `${answers.text()}; lists ${spread(lists)}`
    }
    must(storedUrls.length >= 10, `only ${storedUrls.length} files were kept by a store that was slow or there`)
    for (const url of storedUrls) must((await callApi('GET', url)).body.length === 200_000, 'An acknowledged file is not whole.')
    await store.close()
    return { ...figures, 'acknowledged files read again': storedUrls.length }
  },
}

const cutUploads: Day = {
  name: 'cut-uploads',
  description: '60 uploads are cut in the middle',
  async run() {
    const store = await startS3Store()
    const { endpoint, bucket, accessKeyId, secretAccessKey } = store.settings
    const { product, ask: callApi } = await startDay({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    })
    const head = `POST /api/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${callApi.token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${5 * megabyte}\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="cut.txt"\r\n\r\n`
    const cut = async (at: number) => {
      const socket = connect(product.port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(head)
      socket.write(Buffer.alloc(megabyte * (at % 5) + 1000, 'x'))
      await pause(20 * (at % 7))
      socket.destroy()
    }
    await Promise.all(Array.from({ length: 60 }, (_, index) => cut(index)))
    await pause(2000)
    must(store.files.size === 0, `${store.files.size} parts of cut uploads were kept`)
    const fullUpload = await callApi('POST', '/api/files', createFileForm(5 * megabyte, 'whole.txt'))
    must(
      fullUpload.status < 300 && (await callApi('GET', fullUpload.body.url)).body.length === 5 * megabyte,
      'No upload works after the cut ones.',
    )
    const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))?.[1]
    await store.close()
    return {
      'kept of cut ones': 0,
      'the next upload': fullUpload.status,
      'memory of the product': `${Math.round(Number(memory) / 1024)} MB`,
    }
  },
}

const mailRefused: Day = {
  name: 'mail-refused',
  description: 'the mail server says nothing, then refuses for a while; mails come late and once',
  async run() {
    const server = await startMailServer()
    const { ask: callApi } = await startDay({ SMTP_URL: server.url })
    server.mute(true)
    for (let at = 0; at < 3; at++)
      must(
        (await callApi('POST', '/api/account/ForgotPassword', { email: administrator.email })).status < 300,
        'Nobody can ask for a link.',
      )
    await pause(15_000)
    server.mute(false)
    server.refuse(4)
    const mails = () => server.received.length
    const seconds = await until(() => mails() > 0, 'No mail comes', 120)
    await until(
      async () =>
        (await callApi('GET', '/api/systemStatus')).body.parts.some(
          ({ name, text }: Record<string, string>) => name === 'Jobs' && /^0 jobs waiting, 0 running(?!.*(later|again))/.test(text ?? ''),
        ),
      'Mails are left',
      180,
    ).catch(() => undefined)
    const subjects = server.received.length
    must(subjects >= 1 && subjects <= 3, `${subjects} mails came`)
    server.close()
    return { 'first mail after': `${seconds} s`, 'mails that came': subjects }
  },
}

const behindProxy: Day = {
  name: 'behind-proxy',
  description: 'behind TLS and a balancer: the address of the person, 50 MB, live connections',
  async run() {
    const certificateFolder = mkdtempSync(join(tmpdir(), 'dna-certificate-'))
    const [key, cert] = [join(certificateFolder, 'key.pem'), join(certificateFolder, 'cert.pem')]
    const opensslResult = spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
    ])
    must(opensslResult.status === 0, 'openssl made no certificate.')
    const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
    rmSync(certificateFolder, { recursive: true })
    const set = await startNodes({ tls })
    try {
      const sendRequest = async (
        method: string,
        path: string,
        {
          body,
          type = 'application/json',
          token = '',
          from = '127.0.0.9',
        }: { body?: Buffer | string; type?: string; token?: string; from?: string } = {},
      ) => {
        const clientRequest = request(`${set.url}${path}`, {
          method,
          ca: tls.cert,
          localAddress: from,
          headers: {
            'content-type': type,
            'x-forwarded-for': '203.0.113.66',
            ...(token && { authorization: `Bearer ${token}` }),
            ...(body && { 'content-length': Buffer.byteLength(body) }),
          },
        })
        clientRequest.end(body)
        const [answer] = await once(clientRequest, 'response')
        return { status: Number(answer.statusCode), headers: answer.headers, body: Object(await json(answer).catch(() => ({}))) }
      }
      const {
        status,
        headers,
        body: { token },
      } = await sendRequest('POST', '/api/account/login', { body: JSON.stringify(administrator) })
      must(status === 200 && headers['set-cookie'] === undefined, `signing in answered ${status}, with a cookie: ${headers['set-cookie']}`)
      const { body: sessions } = await sendRequest('GET', '/api/account/Sessions', { token })
      const [{ ip }] = sessions.items
      must(ip === '127.0.0.9', `the person is thought to come from ${ip}`)
      const upload = async (bytes: number) => {
        const form = new Response(createFileForm(bytes, 'large.txt'))
        const begun = Date.now()
        const result = await sendRequest('POST', '/api/files', {
          body: Buffer.from(await form.arrayBuffer()),
          type: form.headers.get('content-type') ?? '',
          token,
        })
        return { ...result, seconds: (Date.now() - begun) / 1000 }
      }
      const large = await upload(50 * megabyte)
      must(large.status < 300, `50 MB answered ${large.status}`)
      must(
        [...set.store.files.values()].some(({ length }) => length === 50 * megabyte),
        'The 50 MB are not in the store.',
      )
      const tooLarge = await upload(50 * megabyte + 1)
      must(tooLarge.status === 413, `one byte more answered ${tooLarge.status}`)
      const { body: line } = await sendRequest('POST', '/hubs/notifications/negotiate?negotiateVersion=1', { token })
      const socket = new WebSocket(`${set.url.replace('https', 'wss')}/hubs/notifications?id=${line.connectionToken}`, {
        ca: tls.cert,
        localAddress: '127.0.0.9',
      })
      await once(socket, 'open')
      socket.send('{"protocol":"json","version":1}\x1e')
      const received: string[] = []
      socket.on('message', (data) => received.push(String(data)))
      const begun = Date.now()
      await sendRequest('POST', '/api/signalTypes', {
        body: JSON.stringify({ name: 'Heard', abbreviation: 'HEARD', color: '#2f6bc6' }),
        token,
      })
      await until(() => received.some((text) => text.includes('signalTypes')), 'The change is not heard', 20)
      socket.terminate()
      return {
        'address of the person': ip,
        '50 MB': `${large.status} in ${large.seconds} s`,
        'one byte more': tooLarge.status,
        'a change is heard after': `${Date.now() - begun} ms`,
      }
    } finally {
      await set.stop()
    }
  },
}

export const outside = [storeAway, cutUploads, mailRefused, behindProxy]
