import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { BootError, freePorts, portsFromEnv, requireFreePorts } from './ports.ts'

describe('portsFromEnv', () => {
  it('behavior: defaults where the environment says nothing', () => {
    expect(portsFromEnv({ DRAWBRIDGE_PORT_DAPP: '6174', DRAWBRIDGE_PORT_EVIL: '' })).toEqual({
      widget: 5173,
      dapp: 6174,
      evil: 5175,
      onramp: 5176,
      exchange: 5177,
      chain1: 8545,
      chain8453: 8546,
      chainLocal: 8547,
      solana: 8899,
      polkadot: 9944,
      acala: 9945,
      relay: 5555,
    })
  })

  it.each(['0', '65536', '-1', '80a', '1e3', ' '])('error: %j is no port', (text) => {
    expect(() => portsFromEnv({ DRAWBRIDGE_PORT_CHAIN_1: text })).toThrow(
      `DRAWBRIDGE_PORT_CHAIN_1 is not a port number: ${text}`,
    )
  })
})

describe('requireFreePorts', () => {
  it.each([
    ['chain8453', 0, 'DRAWBRIDGE_PORT_CHAIN_8453'],
    ['solana', 1, 'DRAWBRIDGE_PORT_SOLANA'],
  ] as const)(
    'error: a taken port of %s (+%i) is named with the variable that moves it',
    async (name, after, variable) => {
      const ports = await freePorts()
      const port = ports[name] + after
      const squatter = createServer()
      await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', () => resolve()))
      try {
        const refusal = requireFreePorts(ports)
        await expect(refusal).rejects.toBeInstanceOf(BootError)
        await expect(refusal).rejects.toThrow(
          `Port ${port} (${name}) is already in use. Stop what uses it, or set ${variable} to another port.`,
        )
      } finally {
        await new Promise<void>((resolve) => squatter.close(() => resolve()))
      }
      await requireFreePorts(ports)
    },
  )

  it('error: one port for two servers is refused', async () => {
    const ports = await freePorts()
    await expect(requireFreePorts({ ...ports, evil: ports.dapp })).rejects.toThrow(
      `Port ${ports.dapp} is given to both dapp and evil. Set DRAWBRIDGE_PORT_DAPP or DRAWBRIDGE_PORT_EVIL.`,
    )
  })
})
