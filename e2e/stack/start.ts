/** `npm run stack`: boots the local world, prints its URLs, and ends it on Ctrl-C or when the parent process exits. */
import { bootStack, type World } from './boot.ts'
import { BootError, portsFromEnv } from './ports.ts'
import { stackFileFromEnv, writeEndReason } from './stack-file.ts'

const parentWatchMs = 500

let world: World | undefined
let ending: Promise<never> | undefined

const file = stackFileFromEnv(process.env)

/** Ends the world; later calls return the same promise. Tests that read the world's file afterwards get the reason. */
function endWorld(code: number, reason: string): Promise<never> {
  ending ??= (async () => {
    writeEndReason(reason, file)
    try {
      await world?.stop()
    } catch (error) {
      console.error(error)
    }
    process.exit(code)
  })()
  return ending
}

let stopRequest: readonly [code: number, reason: string] | undefined
function requestStop(code: number, reason: string): void {
  stopRequest ??= [code, reason]
  // During the boot there is no world yet; it ends as soon as it has booted.
  if (world !== undefined) void endWorld(...stopRequest)
}

process.on('SIGINT', () => requestStop(130, 'It got SIGINT.'))
process.on('SIGTERM', () => requestStop(143, 'It got SIGTERM.'))
process.on('SIGHUP', () => requestStop(129, 'It got SIGHUP.'))
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) requestStop(1, `Its parent, process ${parent}, is gone.`)
}, parentWatchMs).unref()

try {
  world = await bootStack({ ports: portsFromEnv(process.env), file })
} catch (error) {
  console.error(error instanceof BootError ? error.message : error)
  process.exit(1)
}
if (stopRequest !== undefined) await endWorld(...stopRequest)

const { stack, nodeFailure } = world
console.log(`Demo page   ${stack.dapp.origin}`)
console.log(`Test phone  ${stack.dapp.origin}/phone.html`)
console.log(`Logins      ${stack.dapp.origin}/?project=shop (by e-mail and other accounts)`)
console.log(`Inbox       ${stack.dapp.origin}/mail.html`)
console.log(`Widget      ${stack.widget.origin}`)
console.log(`Development ${stack.widget.origin}/dev.html (the widget in a tab, all views and states)`)
console.log(`Exchange    ${stack.exchange.origin}`)
console.log(`Provider    ${stack.onramp.origin}`)
console.log(`Identity    ${stack.identity.origin} (accounts of Google and others, and Farcaster's phones)`)
for (const chain of stack.chains) console.log(`${chain.name.padEnd(12)}${chain.rpcUrl}  ${chain.id}`)
console.log(`Solana      ${stack.solana.rpcUrl}  ${stack.solana.id}`)
console.log(`Polkadot    ${stack.polkadot.rpcUrl}  ${stack.polkadot.id}`)
console.log(`Acala       ${stack.acala.rpcUrl}  ${stack.acala.id} (starts when it is asked)`)
console.log(`WalletConnect ${stack.walletConnect.relayUrl}`)
console.log('ready')

const reason = await nodeFailure
// Ending the world also stops its nodes, which is not worth reporting.
if (ending === undefined) console.error(reason)
await endWorld(1, reason)
