import { createServer } from 'node:net'
import * as z from 'zod/mini'

const portVariables = {
  widget: ['DRAWBRIDGE_PORT_WIDGET', 5173],
  dapp: ['DRAWBRIDGE_PORT_DAPP', 5174],
  evil: ['DRAWBRIDGE_PORT_EVIL', 5175],
  /** The page of a provider that sells for a card. */
  onramp: ['DRAWBRIDGE_PORT_ONRAMP', 5176],
  /** The page of an exchange. */
  exchange: ['DRAWBRIDGE_PORT_EXCHANGE', 5177],
  chain1: ['DRAWBRIDGE_PORT_CHAIN_1', 8545],
  chain8453: ['DRAWBRIDGE_PORT_CHAIN_8453', 8546],
  chainLocal: ['DRAWBRIDGE_PORT_CHAIN_LOCAL', 8547],
  /** HTTP; the sockets of a Solana node are at the next port, where dApps look for them. */
  solana: ['DRAWBRIDGE_PORT_SOLANA', 8899],
  polkadot: ['DRAWBRIDGE_PORT_POLKADOT', 9944],
  /** Acala, which starts when somebody connects. */
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
  'chain1',
  'chain8453',
  'chainLocal',
  'solana',
  'polkadot',
  'acala',
  'relay',
] as const
const portText = z.string().check(z.regex(/^\d{1,5}$/))
const host = '127.0.0.1'

/** A reason not to start that a person can act on; its message is all they need to see. */
export class BootError extends Error {
  override readonly name = 'BootError'
}

function record(portOf: (name: PortName, at: number) => number): Ports {
  const [
    widget,
    dapp,
    evil,
    onramp,
    exchange,
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
 * Ports of the local world: the defaults, or what the environment says.
 * @throws BootError naming the variable that is not a port number.
 */
export function portsFromEnv(env: NodeJS.ProcessEnv): Ports {
  return record((name) => {
    const [variable, fallback] = portVariables[name]
    const text = env[variable]
    if (text === undefined || text === '') return fallback
    const port = portText.safeParse(text).success ? Number(text) : 0
    if (port < 1 || port > 65_535) throw new BootError(`${variable} is not a port number: ${text}`)
    return port
  })
}

/** A port that nobody uses now. */
export async function freePort(): Promise<number> {
  const { port, release } = await holdAny()
  await release()
  return port
}

/** Ports that nobody uses now, for worlds that run beside each other. */
export async function freePorts(): Promise<Ports> {
  const held = await Promise.all(portNames.map((name) => (name === 'solana' ? holdPair() : holdAny())))
  await Promise.all(held.map((hold) => hold.release()))
  return record((_, at) => held[at]?.port ?? 0)
}

/**
 * Any free port, below those which systems give to outgoing connections: one of them would be taken again between here
 * and its use.
 */
async function holdAny(): ReturnType<typeof hold> {
  const [lowest, highest] = [20_000, 32_000]
  for (;;) {
    try {
      return await hold(lowest + Math.floor(Math.random() * (highest - lowest)))
    } catch {
      // Somebody has it.
    }
  }
}

/** Two ports side by side; `port` is the first. */
async function holdPair(): ReturnType<typeof hold> {
  for (;;) {
    const first = await holdAny()
    try {
      const second = await hold(first.port + 1)
      const release = async () => {
        await Promise.all([first.release(), second.release()])
      }
      return { port: first.port, release }
    } catch {
      // Somebody has the next one, or there is none.
      await first.release()
    }
  }
}

/** @throws BootError naming the first port that is taken, or given twice, and the variable that moves it. */
export async function requireFreePorts(ports: Ports): Promise<void> {
  for (const name of portNames) {
    const twin = portNames.find((other) => other !== name && ports[other] === ports[name])
    if (twin === undefined) continue
    const [one, other] = [portVariables[name][0], portVariables[twin][0]]
    throw new BootError(`Port ${ports[name]} is given to both ${name} and ${twin}. Set ${one} or ${other}.`)
  }
  const wanted = [
    ...portNames.map((name) => ({ name, port: ports[name] })),
    { name: 'solana', port: ports.solana + 1 } as const,
  ]
  for (const { name, port } of wanted) {
    try {
      await (await hold(port)).release()
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

function hold(port: number): Promise<{ port: number; release: () => Promise<void> }> {
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
