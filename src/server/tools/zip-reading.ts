import { crc32, inflateRawSync } from 'node:zlib'

interface ZipLimits {
  entries: number
  unpackedBytes: number
  /** Treats names that differ only in case as two parts; in a workbook they are one. */
  keepsCase?: boolean
}

export class ZipError extends Error {
  readonly reason: 'size' | 'encrypted' | 'broken'
  constructor(reason: ZipError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Checks the archive's directory before unpacking; no part may exceed its declared size. */
export function openZip(data: Uint8Array, limits: ZipLimits) {
  const zip = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + 22 > zip.length) throw new ZipError('broken', 'The archive has no directory.')
  const count = zip.readUInt16LE(end + 10)
  if (count > limits.entries) throw new ZipError('size', 'The archive has too many parts.')

  const normal = (name: string) => (limits.keepsCase ? normalizeName(name) : normalizeName(name).toLowerCase())
  const parts = new Map<string, Part>()
  let unpackedBytes = 0
  let at = zip.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || zip.readUInt32LE(at) !== 0x02014b50) throw new ZipError('broken', 'The directory is damaged.')
    if (zip.readUInt16LE(at + 8) & 1) throw new ZipError('encrypted', 'The archive is encrypted.')
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const unpacked = zip.readUInt32LE(at + 24)
    unpackedBytes += unpacked
    if (unpackedBytes > limits.unpackedBytes) throw new ZipError('size', 'The archive unpacks to too much.')
    parts.set(normal(name), {
      method: zip.readUInt16LE(at + 10),
      checksum: zip.readUInt32LE(at + 16),
      packed: zip.readUInt32LE(at + 20),
      unpacked,
      at: zip.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }

  return {
    names: [...parts.keys()],

    read(name: string): Buffer | undefined {
      const part = parts.get(normal(name))
      if (!part) return undefined
      if (part.at + 30 > zip.length) throw new ZipError('broken', 'A part is outside the archive.')
      const start = part.at + 30 + zip.readUInt16LE(part.at + 26) + zip.readUInt16LE(part.at + 28)
      const unpacked = unpack(zip.subarray(start, start + part.packed), part)
      // Without this check, a changed byte would be read as a changed price.
      if (unpacked?.length !== part.unpacked || crc32(unpacked) !== part.checksum)
        throw new ZipError('broken', `The part ${name} is damaged.`)
      return unpacked
    },
  }
}

interface Part {
  method: number
  checksum: number
  packed: number
  unpacked: number
  at: number
}

function unpack(packed: Buffer, { method, unpacked }: Part): Buffer | undefined {
  if (method === 0) return packed
  if (method !== 8) throw new ZipError('broken', 'A part is packed in an unknown way.')
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(unpacked, 1) })
  } catch {
    return undefined
  }
}

const normalizeName = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '')
