import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { BootError, freePorts, portsFromEnv, requireFreePorts } from './ports.ts'

describe('portsFromEnv', () => {
  it('variables unset or empty › returns the defaults', () => {
    expect(portsFromEnv({ DRAWBRIDGE_PORT_DAPP: '6174', DRAWBRIDGE_PORT_EVIL: '' })).toEqual({
      widget: 5173,
      dapp: 6174,
      evil: 5175,
      onramp: 5176,
      exchange: 5177,
      identity: 5178,
      chain1: 8545,
      chain8453: 8546,
      chainLocal: 8547,
      solana: 8899,
      polkadot: 9944,
      acala: 9945,
      relay: 5555,
    })
  })

  it.each(['0', '65536', '-1', '80a', '1e3', ' '])('value %j › throws that it is not a port', (text) => {
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
    'port of %s (+%i) in use › the error names it and its variable',
    async (name, offset, variable) => {
      const ports = await freePorts()
      const port = ports[name] + offset
      const otherServer = createServer()
      await new Promise<void>((resolve) => otherServer.listen(port, '127.0.0.1', () => resolve()))
      try {
        const rejection = requireFreePorts(ports)
        await expect(rejection).rejects.toBeInstanceOf(BootError)
        await expect(rejection).rejects.toThrow(
          `Port ${port} (${name}) is already in use. Stop what uses it, or set ${variable} to another port.`,
        )
      } finally {
        await new Promise<void>((resolve) => otherServer.close(() => resolve()))
      }
      await requireFreePorts(ports)
    },
  )

  it('one port for two servers › rejects', async () => {
    const ports = await freePorts()
    await expect(requireFreePorts({ ...ports, evil: ports.dapp })).rejects.toThrow(
      `Port ${ports.dapp} is given to both dapp and evil. Set DRAWBRIDGE_PORT_DAPP or DRAWBRIDGE_PORT_EVIL.`,
    )
  })
})
