import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

/** Runs a program with a logger `log` in a separate process; returns its output lines. */
async function linesOf(program: string): Promise<readonly unknown[]> {
  const file = new URL('./json-log.ts', import.meta.url).href
  const text = `import { createJsonLog } from ${JSON.stringify(file)}\nconst log = createJsonLog('info')\n${program}`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', text])
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(child, 'close')
  const output = Buffer.concat(chunks).toString()
  return output.split('\n').flatMap((line): readonly unknown[] => (line === '' ? [] : [JSON.parse(line)]))
}

it.each([
  ['the process exits', `log.info({ n: 1 }, 'first'); log.error({ n: 2 }, 'second'); process.exit(0)`],
  [
    'an error ends the process',
    `log.info({ n: 1 }, 'first'); log.error({ n: 2 }, 'second'); throw new Error()`,
  ],
  ['the process goes on', `log.info({ n: 1 }, 'first'); log.error({ n: 2 }, 'second')`],
])('log › %s › has each line, in order', async (_, program) => {
  expect(await linesOf(program)).toMatchObject([
    { level: 'info', n: 1, msg: 'first' },
    { level: 'error', n: 2, msg: 'second' },
  ])
})

it('log › thousands of lines in one event loop iteration › has all of them', async () => {
  const lines = await linesOf(`for (let n = 0; n < 5_000; n += 1) log.info({ n }, 'line')
log.debug({}, 'below the level')`)
  expect(lines).toMatchObject(Array.from({ length: 5_000 }, (_, n) => ({ n })))
})

it('log › many iterations › each writes its lines, none waits for the disk', async () => {
  const lines = await linesOf(`import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
let syncs = 0
for (const name of ['fsyncSync', 'fdatasyncSync', 'fsync']) fs[name] = () => { syncs += 1 }
syncBuiltinESMExports()
for (let turn = 0; turn < 3; turn += 1) {
  log.info({ turn }, 'line')
  await new Promise((resolve) => setImmediate(resolve))
}
log.info({ syncs }, 'end')`)
  expect(lines).toMatchObject([{ turn: 0 }, { turn: 1 }, { turn: 2 }, { syncs: 0 }])
})

it('log › addresses and keys in messages and stacks › removed', async () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const mailbox = 'ada@shop.example'
  const lines = await linesOf(`const error = new Error('address ${address} has 0 want 5')
for (const level of ['info', 'warn', 'error'])
  log[level]({ message: error.message, stack: error.stack, route: '/v1/:address' }, 'request failed')
log.warn({ message: '550 ${mailbox} is unknown' }, 'mail failed')`)
  const text = JSON.stringify(lines)
  expect(text).not.toContain(address)
  expect(text).not.toContain(mailbox)
  expect(lines[0]).toMatchObject({
    message: 'address [removed] has 0 want 5',
    stack: expect.stringMatching(/^Error: address \[removed\] has 0 want 5\n +at /),
    route: '/v1/:address',
  })
})
