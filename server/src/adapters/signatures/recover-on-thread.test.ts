import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hashMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { createSignerThread, type SignerThread } from './recover-on-thread.ts'
import { recoverSigner } from './recover-signer.ts'
import { createSignatureVerifier } from './signatures.ts'

const message = 'shop.example wants you to sign in'
const hash = hashMessage(message)
const accounts = Array.from({ length: 20 }, () => privateKeyToAccount(generatePrivateKey()))
const [account] = accounts
const [signed, other] = [hash, hashMessage('another text')]
/** Signatures of no key, or invalid signatures. */
const broken = [
  '0x',
  '0x1234',
  `0x${'00'.repeat(65)}`,
  `0x${'ff'.repeat(65)}`,
  `0x${'11'.repeat(64)}05`,
] as const

// In the repository, so that it can resolve the packages of the server.
const folder = new URL(`../../../../.tmp/signer-thread-${process.pid}/`, import.meta.url).pathname
const scratch = mkdtempSync(join(tmpdir(), 'drawbridge-thread-'))
const open: SignerThread[] = []
let file: URL

const threadOf = (url: URL): SignerThread => {
  const thread = createSignerThread(url)
  open.push(thread)
  return thread
}
const program = (name: string, text: string): URL => {
  const path = join(scratch, name)
  writeFileSync(path, text)
  return pathToFileURL(path)
}

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: new URL('./signer-thread.ts', import.meta.url).pathname, outDir: folder, target: 'node20' },
  })
  file = pathToFileURL(join(folder, 'signer-thread.js'))
})
afterAll(async () => {
  for (const thread of open) await thread.close()
  for (const one of [folder, scratch]) rmSync(one, { recursive: true, force: true })
})

describe('signer thread', () => {
  it('signatures of twenty keys at once › each has its own signer', async () => {
    const { recover } = threadOf(file)
    const signatures = await Promise.all(accounts.map((one) => one.signMessage({ message })))
    expect(await Promise.all(signatures.map((one) => recover(hash, one)))).toEqual(
      accounts.map(({ address }) => address),
    )
  })

  it('any signature of any hash › same result as on this thread', async () => {
    const { recover } = threadOf(file)
    const valid = (await account?.signMessage({ message })) ?? '0x'
    for (const one of [signed, other])
      for (const signature of [valid, ...broken])
        expect(await recover(one, signature)).toBe(await recoverSigner(one, signature))
  })

  it('sign-in › verified without the chain', async () => {
    const never = scriptedRpc(['eip155:1'], () => {
      throw new Error('The chain was asked')
    })
    const verifier = createSignatureVerifier(never, threadOf(file).recover)
    const signature = (await account?.signMessage({ message })) ?? ''
    expect(await verifier.isSignedBy('eip155:1', account?.address ?? '', message, signature)).toBe(true)
  })

  it('thread ends › rejects pending calls, the next call starts another', async () => {
    const { recover } = threadOf(
      program(
        'ending.mjs',
        `import { parentPort } from 'node:worker_threads'
parentPort.on('message', () => process.exit(0))`,
      ),
    )
    await expect(recover(hash, '0x')).rejects.toThrow('The signer thread has ended')
    await expect(recover(hash, '0x')).rejects.toThrow('The signer thread has ended')
  })

  it('thread cannot start › rejects', async () => {
    const { recover } = threadOf(program('broken.mjs', `throw new Error('No memory')`))
    await expect(recover(hash, '0x')).rejects.toThrow('No memory')
  })

  it('started › runs before the first call, starts once', async () => {
    const runs = join(scratch, 'runs')
    const thread = threadOf(
      program(
        'counting.mjs',
        `import { appendFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
appendFileSync(${JSON.stringify(runs)}, 'run ')
parentPort.on('message', ({ id }) => parentPort.postMessage({ id, address: null }))`,
      ),
    )
    thread.start()
    await expect.poll(() => existsSync(runs)).toBe(true)
    thread.start()
    expect(await thread.recover(hash, '0x')).toBeUndefined()
    expect(readFileSync(runs, 'utf8')).toBe('run ')
  })

  it('closed › rejects', async () => {
    const thread = threadOf(file)
    await thread.close()
    await expect(thread.recover(hash, '0x')).rejects.toThrow('closed')
  })
})
