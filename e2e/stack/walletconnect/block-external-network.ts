import { Socket } from 'node:net'
import * as z from '#shared/zod.ts'

const targetSchema = z.looseObject({ host: z.optional(z.nullable(z.string())) })

/**
 * Blocks TCP connections of this thread to any host but loopback. They fail like an unknown hostname, without a DNS lookup, and
 * the hostname is reported. TLS, fetch and WebSocket all use `Socket.connect`. Returns a function that removes the block.
 */
export function blockExternalNetwork(onBlocked: (host: string) => void): () => void {
  const connect = Socket.prototype.connect
  Socket.prototype.connect = new Proxy(connect, {
    apply(target, socket: Socket, args: unknown[]) {
      const { host, ...options } = parseTarget(args)
      if (isLoopback(host)) return Reflect.apply(target, socket, args)
      onBlocked(host)
      const lookup = (_name: string, _options: object, callback: (error: Error) => void) =>
        callback(new Error(`Outside connection refused: ${host}`))
      return Reflect.apply(target, socket, [{ port: 1, ...options, host: 'outside.invalid', lookup }])
    },
  })
  return () => {
    Socket.prototype.connect = connect
  }
}

/** The target of `connect`, called with options, with port and host, with the path of a pipe, or with Node's normalized array. */
function parseTarget(args: readonly unknown[]): { readonly host: string } {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const target = targetSchema.safeParse(first)
  if (target.success) return { ...target.data, host: target.data.host ?? 'localhost' }
  return { host: typeof second === 'string' ? second : 'localhost' }
}

function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}
