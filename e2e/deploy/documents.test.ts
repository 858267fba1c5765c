import { readFileSync } from 'node:fs'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TestPostgres } from '#server/store/testing/postgres.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import * as z from '#shared/zod.ts'
import { builtProgram } from './built-server.ts'
import { type RunningProcess, startProcess } from './child-process.ts'
import { type Block, documentedBlocks, folderBlocks } from './documented-blocks.ts'
import { type CommandFolder, openCommandFolder } from './documented-commands.ts'
import { freePort } from './free-port.ts'
import { request } from './https-client.ts'

const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

let postgres: TestPostgres
let redis: RunningProcess
let redisPort: number
beforeAll(async () => {
  postgres = await startPostgres({ isDurable: false })
  redisPort = await freePort()
  redis = startProcess('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', ''])
}, 60_000)
afterAll(async () => {
  await redis?.stop()
  await postgres?.stop()
}, 60_000)

/** A folder with the ports and the database of this test instead of the documents'. */
async function openFolder(): Promise<CommandFolder> {
  const port = String(await freePort())
  const replacements = {
    '8787': port,
    '8788': String(await freePort()),
    '3000': String(await freePort()),
    'postgres://drawbridge:password@db.internal/drawbridge': await postgres.createDatabase(),
    'redis://cache.internal:6379': `redis://127.0.0.1:${redisPort}`,
  }
  const command = `'${process.execPath}' '${builtProgram()}'`
  return openCommandFolder({ command, replacements, environment: { DRAWBRIDGE_PORT: port } })
}

describe('blocks of a document', () => {
  const block = '```sh\ntrue\n```\n'

  it('marked blocks › read with their targets; others skipped', () => {
    const text = `# A\n\n${block}\n<!-- run -->\n\n${block}\n<!-- start: http://localhost:1/ -->\n\n${block}`
    expect(documentedBlocks(text)).toEqual<readonly Block[]>([
      { mark: 'run', target: '', text: 'true\n', line: 10 },
      { mark: 'start', target: 'http://localhost:1/', text: 'true\n', line: 16 },
    ])
  })

  it.each([
    ['without a block', '<!-- run -->\n\ntext\n'],
    ['without its target', `<!-- start -->\n\n${block}`],
    ['that is misspelled', `<!-- run: -->\n\n${block}`],
  ])('mark %s › throws', (_, text) => {
    expect(() => documentedBlocks(text)).toThrow()
  })
})

describe.each(['deploy.md', 'operate.md'])('docs/%s', (name) => {
  it('shell commands › marked, or with a reason why not', () => {
    const text = read(name)
    const markedBlocks = text.match(/^<!-- (?:run|machine|start: \S+|not run: .+) -->\n\n?```sh$/gm) ?? []
    expect(markedBlocks).toHaveLength(text.match(/^```sh$/gm)?.length ?? 0)
  })

  it('marked commands › run in order in an empty folder', { timeout: 120_000 }, async () => {
    const folder = await openFolder()
    try {
      for (const block of folderBlocks(read(name))) await folder.execute(block)
    } finally {
      await folder.close()
    }
  })
})

describe('commands', () => {
  it('failing line › error has the line and the output', async () => {
    const folder = await openFolder()
    const block: Block = { mark: 'run', target: '', text: 'echo before\nfalse\necho after\n', line: 7 }
    await expect(folder.execute(block)).rejects.toThrow(/^Line 7: .*before\n$/s)
    await folder.close()
  })
})

describe('backend of docs/deploy.md', () => {
  const account = privateKeyToAccount(generatePrivateKey())
  let folder: CommandFolder
  let backend: string
  beforeAll(async () => {
    folder = await openFolder()
    const blocks = folderBlocks(read('deploy.md'))
    const last = blocks.findIndex(({ target }) => target === 'http://localhost:3000/nonce')
    for (const block of blocks.slice(0, last + 1)) await folder.execute(block)
    backend = folder.adapt('http://localhost:3000')
  }, 60_000)
  afterAll(() => folder?.close())

  const session = async (nonce: string, domain = 'shop.example') => {
    const data = {
      accountAddress: account.address,
      chainId: parseChainId('eip155:1'),
      domain,
      uri: `https://${domain}/`,
      version: '1',
      nonce,
      issuedAt: new Date().toISOString(),
    }
    const message = signInText(data)
    return { data, message, signature: await account.signMessage({ message }) }
  }
  const nonce = async () => (await request(`${backend}/nonce`)).body.toString()
  const signIn = async (fields: object) =>
    request(`${backend}/sign-in`, { method: 'POST', body: JSON.stringify(fields) })

  it('signed message › session by a cookie', async () => {
    const { status, headers } = await signIn(await session(await nonce()))
    expect(status).toBe(204)
    const [cookie = ''] = headers['set-cookie'] ?? []
    expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax; Path=\//)
    const me = await request(`${backend}/me`, { headers: { cookie: cookie.replace(/;.*/, '') } })
    const { address } = z.parse(z.object({ address: z.string() }), JSON.parse(me.body.toString()))
    expect(address).toBe(account.address)
  })

  it.each([
    ['for another site', async () => session(await nonce(), 'evil.example')],
    ['that was changed', async () => ({ ...(await session(await nonce())), message: 'Sign me in' })],
    ['with a made-up nonce', () => session('a'.repeat(32))],
  ])('message %s › rejected', async (_, change) => {
    const { status, headers } = await signIn(await change())
    expect([status, headers['set-cookie']]).toEqual([401, undefined])
  })

  it('message sent twice › rejected the second time', async () => {
    const signed = await session(await nonce())
    expect((await signIn(signed)).status).toBe(204)
    expect((await signIn(signed)).status).toBe(401)
  })

  it.each<[Readonly<Record<string, string>>]>([[{}], [{ cookie: 'session=none' }]])(
    'cookie %j › 401',
    async (headers) => {
      expect((await request(`${backend}/me`, { headers })).status).toBe(401)
    },
  )
})
