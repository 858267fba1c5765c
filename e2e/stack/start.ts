/** `npm run stack`: boots the local world, says where it is, and ends it on Ctrl-C or when its parent is gone. */
import { bootStack, type World } from './boot.ts'
import { BootError, portsFromEnv } from './ports.ts'
import { stackFileFromEnv, writeEnd } from './stack-file.ts'

const parentWatchMs = 500

let world: World | undefined
let ending: Promise<never> | undefined

const file = stackFileFromEnv(process.env)

/** Ends the world once, however often it is asked to. Tests that still ask for it get the reason. */
function end(code: number, reason: string): Promise<never> {
  ending ??= (async () => {
    writeEnd(reason, file)
    try {
      await world?.stop()
    } catch (error) {
      console.error(error)
    }
    process.exit(code)
  })()
  return ending
}

let stopAsked: readonly [code: number, reason: string] | undefined
function askToStop(code: number, reason: string): void {
  stopAsked ??= [code, reason]
  // During the boot the world is not known yet: it is ended as soon as it is.
  if (world !== undefined) void end(...stopAsked)
}

process.on('SIGINT', () => askToStop(130, 'It got SIGINT.'))
process.on('SIGTERM', () => askToStop(143, 'It got SIGTERM.'))
process.on('SIGHUP', () => askToStop(129, 'It got SIGHUP.'))
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) askToStop(1, `Its parent, process ${parent}, is gone.`)
}, parentWatchMs).unref()

try {
  world = await bootStack({ ports: portsFromEnv(process.env), file })
} catch (error) {
  console.error(error instanceof BootError ? error.message : error)
  process.exit(1)
}
if (stopAsked !== undefined) await end(...stopAsked)

const { stack, broken } = world
console.log(`Demo page   ${stack.dapp.origin}`)
console.log(`Test phone  ${stack.dapp.origin}/phone.html`)
console.log(`Widget      ${stack.widget.origin}`)
console.log(`Development ${stack.widget.origin}/dev.html (the widget in a tab, all views and states)`)
console.log(`Exchange    ${stack.exchange.origin}`)
console.log(`Provider    ${stack.onramp.origin}`)
for (const chain of stack.chains) console.log(`${chain.name.padEnd(12)}${chain.rpcUrl}  ${chain.id}`)
console.log(`Solana      ${stack.solana.rpcUrl}  ${stack.solana.id}`)
console.log(`Polkadot    ${stack.polkadot.rpcUrl}  ${stack.polkadot.id}`)
console.log(`Acala       ${stack.acala.rpcUrl}  ${stack.acala.id} (starts when it is asked)`)
console.log(`WalletConnect ${stack.walletConnect.relayUrl}`)
console.log('ready')

const reason = await broken
// A world that is being ended loses its nodes too: that is no news.
if (ending === undefined) console.error(reason)
await end(1, reason)
