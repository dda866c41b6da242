export class ImageError extends Error {
  readonly reason: 'type' | 'size' | 'broken'
  constructor(reason: ImageError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
