import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../ports.ts'
import { lazyProcess } from './lazy-process.ts'
import { ownProcess } from './own-process.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const listening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** Source of a program that echoes what it receives. */
const echo = (port: number) =>
  `process.stdin.on('end', () => process.exit(0)).resume()
  require('net').createServer((socket) => socket.pipe(socket)).listen(${port}, '127.0.0.1')`

/** Starts a lazy process with such a program; `programPort` is where the program itself listens. */
async function lazyEcho(program = echo) {
  const [port, own] = [await freePort(), await freePort()]
  let starts = 0
  const lazy = await lazyProcess(port, async () => {
    starts += 1
    const started = ownProcess(process.execPath, ['-e', program(own)])
    const gone = started.exited.then(() => 'gone' as const)
    const up = vi.waitUntil(() => listening(own), { timeout: 10_000, interval: 20 })
    // If `exit` wins the race, nothing else handles a rejection of `up`.
    up.catch(() => undefined)
    const ready = Promise.race([up, gone]).then((first) => {
      if (first === 'gone') throw new Error('It does not come up')
    })
    return { ...started, port: own, ready }
  })
  stops.push(lazy.stop)
  return { ...lazy, port, own, starts: () => starts }
}

function join(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  return socket
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.on('close', () => resolve()))

async function answerTo(socket: Socket, text: string): Promise<string> {
  socket.write(text)
  const [answer] = await once(socket, 'data')
  return String(answer)
}

describe('lazy process', () => {
  it('several connections › first one › starts the program, which serves them all', async () => {
    const lazy = await lazyEcho()
    expect([lazy.starts(), await listening(lazy.own)]).toEqual([0, false])
    const [first, second] = [join(lazy.port), join(lazy.port)]
    expect(await Promise.all([answerTo(first, 'one'), answerTo(second, 'two')])).toEqual(['one', 'two'])
    expect(await answerTo(first, 'again')).toBe('again')
    const end = closed(first)
    first.end()
    await end
    expect(await answerTo(second, 'alone')).toBe('alone')
    expect(await answerTo(join(lazy.port), 'late')).toBe('late')
    expect(lazy.starts()).toBe(1)
  })

  it('stop › program running, starting or idle › closes port and connections', async () => {
    const [running, starting, idle] = [await lazyEcho(), await lazyEcho(), await lazyEcho()]
    const [talking, waiting] = [join(running.port), join(starting.port)]
    await answerTo(talking, 'up')
    waiting.write('up')
    await vi.waitUntil(() => starting.starts() === 1, { timeout: 5_000, interval: 5 })
    const ends = [closed(talking), closed(waiting)]
    await Promise.all([running, starting, idle].map(({ stop }) => stop()))
    await Promise.all(ends)
    const ports = [running, starting, idle].flatMap(({ port, own }) => [port, own])
    expect(await Promise.all(ports.map(listening))).toEqual(ports.map(() => false))
  })

  it('program › exits while it starts › reports a failure and closes the connection', async () => {
    const lazy = await lazyEcho(() => 'process.exit(7)')
    const waiting = join(lazy.port)
    const end = closed(waiting)
    expect(await lazy.broken).toBe('It ended with 7')
    await end
  })
})
