import { createServer } from 'node:net'
import * as z from '#shared/zod.ts'

const portVariables = {
  widget: ['DRAWBRIDGE_PORT_WIDGET', 5173],
  dapp: ['DRAWBRIDGE_PORT_DAPP', 5174],
  evil: ['DRAWBRIDGE_PORT_EVIL', 5175],
  /** The payment page of an onramp provider. */
  onramp: ['DRAWBRIDGE_PORT_ONRAMP', 5176],
  /** The payment page of an exchange. */
  exchange: ['DRAWBRIDGE_PORT_EXCHANGE', 5177],
  /** Services whose accounts log in. */
  identity: ['DRAWBRIDGE_PORT_IDENTITY', 5178],
  chain1: ['DRAWBRIDGE_PORT_CHAIN_1', 8545],
  chain8453: ['DRAWBRIDGE_PORT_CHAIN_8453', 8546],
  chainLocal: ['DRAWBRIDGE_PORT_CHAIN_LOCAL', 8547],
  /** HTTP. WebSockets of a Solana node are on the next port, where dApps expect them. */
  solana: ['DRAWBRIDGE_PORT_SOLANA', 8899],
  polkadot: ['DRAWBRIDGE_PORT_POLKADOT', 9944],
  /** Acala, whose node starts at the first connection. */
  acala: ['DRAWBRIDGE_PORT_ACALA', 9945],
  /** The WalletConnect relay. */
  relay: ['DRAWBRIDGE_PORT_RELAY', 5555],
} as const

export type PortName = keyof typeof portVariables
export type Ports = Readonly<Record<PortName, number>>

const portNames = [
  'widget',
  'dapp',
  'evil',
  'onramp',
  'exchange',
  'identity',
  'chain1',
  'chain8453',
  'chainLocal',
  'solana',
  'polkadot',
  'acala',
  'relay',
] as const
const portSchema = z.string().check(z.regex(/^\d{1,5}$/))
const host = '127.0.0.1'

/** A reason not to start that the developer can fix. Only its message is printed. */
export class BootError extends Error {
  override readonly name = 'BootError'
}

function toPorts(portOf: (name: PortName, at: number) => number): Ports {
  const [
    widget,
    dapp,
    evil,
    onramp,
    exchange,
    identity,
    chain1,
    chain8453,
    chainLocal,
    solana,
    polkadot,
    acala,
    relay,
  ] = portNames.map(portOf)
  return z.parse(z.record(z.enum(portNames), z.int().check(z.gte(1), z.lte(65_535))), {
    widget,
    dapp,
    evil,
    onramp,
    exchange,
    identity,
    chain1,
    chain8453,
    chainLocal,
    solana,
    polkadot,
    acala,
    relay,
  })
}

/**
 * Reads the ports of the local world from the environment; unset variables get their defaults.
 * @throws BootError naming the variable that is not a port number.
 */
export function portsFromEnv(env: NodeJS.ProcessEnv): Ports {
  return toPorts((name) => {
    const [variable, fallback] = portVariables[name]
    const text = env[variable]
    if (text === undefined || text === '') return fallback
    const port = portSchema.safeParse(text).success ? Number(text) : 0
    if (port < 1 || port > 65_535) throw new BootError(`${variable} is not a port number: ${text}`)
    return port
  })
}

/** Finds a port that is not in use. */
export async function freePort(): Promise<number> {
  const { port, release } = await reserveAny()
  await release()
  return port
}

/** Finds ports that are not in use, for worlds that run at the same time. */
export async function freePorts(): Promise<Ports> {
  const reservations = await Promise.all(
    portNames.map((name) => (name === 'solana' ? reservePair() : reserveAny())),
  )
  await Promise.all(reservations.map((reserve) => reserve.release()))
  return toPorts((_, at) => reservations[at]?.port ?? 0)
}

/**
 * Reserves a random free port below the range of ephemeral ports: one of those could be in use again before the caller
 * binds it.
 */
async function reserveAny(): ReturnType<typeof reserve> {
  const [lowest, highest] = [20_000, 32_000]
  for (;;) {
    try {
      return await reserve(lowest + Math.floor(Math.random() * (highest - lowest)))
    } catch {
      // The port is in use.
    }
  }
}

/** Reserves two consecutive ports; `port` is the first. */
async function reservePair(): ReturnType<typeof reserve> {
  for (;;) {
    const first = await reserveAny()
    try {
      const second = await reserve(first.port + 1)
      const release = async () => {
        await Promise.all([first.release(), second.release()])
      }
      return { port: first.port, release }
    } catch {
      // The next port is in use, or does not exist.
      await first.release()
    }
  }
}

/** @throws BootError naming the first port that is in use or assigned twice, and the variable that changes it. */
export async function requireFreePorts(ports: Ports): Promise<void> {
  for (const name of portNames) {
    const duplicate = portNames.find((other) => other !== name && ports[other] === ports[name])
    if (duplicate === undefined) continue
    const [one, other] = [portVariables[name][0], portVariables[duplicate][0]]
    throw new BootError(
      `Port ${ports[name]} is given to both ${name} and ${duplicate}. Set ${one} or ${other}.`,
    )
  }
  const requiredPorts = [
    ...portNames.map((name) => ({ name, port: ports[name] })),
    { name: 'solana', port: ports.solana + 1 } as const,
  ]
  for (const { name, port } of requiredPorts) {
    try {
      await (await reserve(port)).release()
    } catch (error) {
      if (!isAddressInUse(error)) throw error
      const [variable] = portVariables[name]
      throw new BootError(
        `Port ${port} (${name}) is already in use. Stop what uses it, or set ${variable} to another port.`,
      )
    }
  }
}

function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function reserve(port: number): Promise<{ port: number; release: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      const release = () => new Promise<void>((done) => server.close(() => done()))
      if (address === null || typeof address === 'string') reject(new Error('no port was given'))
      else resolve({ port: address.port, release })
    })
  })
}
