import type { FastifyReply } from 'fastify'

/** What a handler may answer to go beyond a JSON body. */
export class CustomResponse {
  readonly run: (reply: FastifyReply) => unknown
  constructor(run: (reply: FastifyReply) => unknown) {
    this.run = run
  }
}
