import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export interface Sealer {
  seal(text: string): string
  /** Returns a text that was never sealed unchanged, and undefined if no key opens it. */
  open(sealed: string): string | undefined
}

const prefix = 'sealed:1:'
const ivBytes = 12
const tagBytes = 16

/** Encrypts texts with AES-256-GCM. The first secret seals; the others still open what an earlier configuration sealed. */
export function createSealer([first, ...others]: readonly [string, ...string[]]): Sealer {
  const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'sealed texts', 32))
  const [key, ...earlier] = [keyFrom(first), ...others.map(keyFrom)]
  return {
    seal(text) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key ?? '', iv)
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return prefix + Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
    },
    open(sealed) {
      if (!sealed.startsWith(prefix)) return sealed
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
      for (const candidate of [key, ...earlier]) {
        const text = candidate && decrypt(candidate, bytes)
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}

function decrypt(key: Buffer, bytes: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
