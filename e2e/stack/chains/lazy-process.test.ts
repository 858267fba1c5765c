import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../ports.ts'
import { startLazyProcess } from './lazy-process.ts'
import { spawnProcess } from './own-process.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** Source of a program that echoes what it receives. */
const echoProgram = (port: number) =>
  `process.stdin.on('end', () => process.exit(0)).resume()
  require('net').createServer((socket) => socket.pipe(socket)).listen(${port}, '127.0.0.1')`

/** Starts a lazy process with such a program; `programPort` is where the program itself listens. */
async function startLazyEcho(program = echoProgram) {
  const [port, programPort] = [await freePort(), await freePort()]
  let starts = 0
  const lazy = await startLazyProcess(port, async () => {
    starts += 1
    const started = spawnProcess(process.execPath, ['-e', program(programPort)])
    const exit = started.exited.then(() => 'gone' as const)
    const up = vi.waitUntil(() => isListening(programPort), { timeout: 10_000, interval: 20 })
    // If `exit` wins the race, nothing else handles a rejection of `up`.
    up.catch(() => undefined)
    const ready = Promise.race([up, exit]).then((first) => {
      if (first === 'gone') throw new Error('It does not come up')
    })
    return { ...started, port: programPort, ready }
  })
  stops.push(lazy.stop)
  return { ...lazy, port, programPort, starts: () => starts }
}

function connectTo(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  return socket
}

const whenClosed = (socket: Socket) => new Promise<void>((resolve) => socket.on('close', () => resolve()))

async function responseTo(socket: Socket, text: string): Promise<string> {
  socket.write(text)
  const [response] = await once(socket, 'data')
  return String(response)
}

describe('lazy process', () => {
  it('several connections › first one › starts the program, which serves them all', async () => {
    const lazy = await startLazyEcho()
    expect([lazy.starts(), await isListening(lazy.programPort)]).toEqual([0, false])
    const [first, second] = [connectTo(lazy.port), connectTo(lazy.port)]
    expect(await Promise.all([responseTo(first, 'one'), responseTo(second, 'two')])).toEqual(['one', 'two'])
    expect(await responseTo(first, 'again')).toBe('again')
    const closing = whenClosed(first)
    first.end()
    await closing
    expect(await responseTo(second, 'alone')).toBe('alone')
    expect(await responseTo(connectTo(lazy.port), 'late')).toBe('late')
    expect(lazy.starts()).toBe(1)
  })

  it('stop › program running, starting or idle › closes port and connections', async () => {
    const [running, starting, idle] = [await startLazyEcho(), await startLazyEcho(), await startLazyEcho()]
    const [connected, waiting] = [connectTo(running.port), connectTo(starting.port)]
    await responseTo(connected, 'up')
    waiting.write('up')
    await vi.waitUntil(() => starting.starts() === 1, { timeout: 5_000, interval: 5 })
    const ends = [whenClosed(connected), whenClosed(waiting)]
    await Promise.all([running, starting, idle].map(({ stop }) => stop()))
    await Promise.all(ends)
    const ports = [running, starting, idle].flatMap(({ port, programPort }) => [port, programPort])
    expect(await Promise.all(ports.map(isListening))).toEqual(ports.map(() => false))
  })

  it('program › exits while it starts › reports a failure and closes the connection', async () => {
    const lazy = await startLazyEcho(() => 'process.exit(7)')
    const waiting = connectTo(lazy.port)
    const closing = whenClosed(waiting)
    expect(await lazy.failure).toBe('It ended with 7')
    await closing
  })
})
