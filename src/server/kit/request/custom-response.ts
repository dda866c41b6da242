import type { FastifyReply } from 'fastify'

export class CustomResponse {
  readonly run: (reply: FastifyReply) => unknown
  constructor(run: (reply: FastifyReply) => unknown) {
    this.run = run
  }
}
