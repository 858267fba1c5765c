import { Socket } from 'node:net'
import * as z from 'zod/mini'

const targetSchema = z.looseObject({ host: z.optional(z.nullable(z.string())) })

/**
 * Keeps this thread on this machine: a TCP connection to anywhere but loopback fails as if its name were unknown, without
 * asking for the name, and its host is told. TLS, fetch and WebSocket all come through here. Returns how to take the
 * guard away.
 */
export function blockExternalNetwork(onOutside: (host: string) => void): () => void {
  const connect = Socket.prototype.connect
  Socket.prototype.connect = new Proxy(connect, {
    apply(target, socket: Socket, args: unknown[]) {
      const { host, ...options } = targetOf(args)
      if (isLoopback(host)) return Reflect.apply(target, socket, args)
      onOutside(host)
      const lookup = (_name: string, _options: object, answer: (error: Error) => void) =>
        answer(new Error(`Outside connection refused: ${host}`))
      return Reflect.apply(target, socket, [{ port: 1, ...options, host: 'outside.invalid', lookup }])
    },
  })
  return () => {
    Socket.prototype.connect = connect
  }
}

/** Where any way to call `connect` leads: options, port and host, a pipe's path, or Node's own normalised array. */
function targetOf(args: readonly unknown[]): { readonly host: string } {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const target = targetSchema.safeParse(first)
  if (target.success) return { ...target.data, host: target.data.host ?? 'localhost' }
  return { host: typeof second === 'string' ? second : 'localhost' }
}

function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}
