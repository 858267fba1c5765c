import { expect, test } from 'vitest'
import { createGroupCommit } from './group-commit.ts'
import { openSqliteFiles } from './testing/sqlite-files.ts'

const files = openSqliteFiles()

/** A connection with a table and recorded statements; commits wait for `gate` if there is one. */
async function openConnection() {
  const connection = await files.connect('CREATE TABLE a (n INTEGER PRIMARY KEY)')
  const ran: string[] = []
  const delay: { gate: Promise<void> | undefined; reached: () => void } = {
    gate: undefined,
    reached: () => undefined,
  }
  const commits = createGroupCommit({
    run: async (statement) => {
      if (statement === 'COMMIT') {
        delay.reached()
        await delay.gate
      }
      ran.push(statement)
      await connection.run(statement)
    },
  })
  const insert = (n: number) => commits.add(() => connection.query('INSERT INTO a VALUES (?)', [n]))
  const numbers = async () => (await connection.query('SELECT n FROM a ORDER BY n', [])).rows
  const commitCount = () => ran.filter((statement) => statement === 'COMMIT').length
  return { connection, commits, held: delay, insert, numbers, commitCount }
}

test('changes › 100 at once › share one commit', async () => {
  const { insert, numbers, commitCount } = await openConnection()
  await Promise.all(Array.from({ length: 100 }, (_, n) => insert(n)))
  expect(commitCount()).toBe(1)
  expect(await numbers()).toHaveLength(100)
})

test('changes › 1,000 at once › share four commits', async () => {
  const { insert, numbers, commitCount } = await openConnection()
  await Promise.all(Array.from({ length: 1_000 }, (_, n) => insert(n)))
  expect(commitCount()).toBe(4)
  expect(await numbers()).toHaveLength(1_000)
})

test('change › commit pending › does not resolve, later ones join the next commit', async () => {
  const { commits, held: delay, insert, commitCount } = await openConnection()
  let open = () => {}
  delay.gate = new Promise((resolve) => {
    open = resolve
  })
  const isCommitting = new Promise<void>((resolve) => {
    delay.reached = resolve
  })
  const resolved: number[] = []
  const first = insert(1).then(() => resolved.push(1))
  await isCommitting
  const others = [2, 3].map((n) => insert(n).then(() => resolved.push(n)))
  await new Promise((resolve) => setImmediate(resolve))
  expect(resolved).toEqual([])
  open()
  await first
  expect(commitCount()).toBe(1)
  await Promise.all(others)
  expect(commitCount()).toBe(2)
  await commits.idle()
})

test('change › throws › only this one is rolled back', async () => {
  const { connection, commits, insert, numbers } = await openConnection()
  const results = await Promise.allSettled([
    insert(1),
    commits.add(async () => {
      await connection.query('INSERT INTO a VALUES (?)', [2])
      throw new Error('on purpose')
    }),
    insert(1),
    insert(3),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(await numbers()).toEqual([{ n: 1 }, { n: 3 }])
})

test('changes › commit fails › all reject, none is stored, the next one works', async () => {
  const { connection, commits, insert, numbers } = await openConnection()
  await connection.run('CREATE TABLE b (n INTEGER REFERENCES a (n) DEFERRABLE INITIALLY DEFERRED)')
  const results = await Promise.allSettled([
    insert(1),
    commits.add(() => connection.query('INSERT INTO b VALUES (?)', [9])),
    insert(2),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await numbers()).toEqual([])
  await insert(3)
  expect(await numbers()).toEqual([{ n: 3 }])
})

test('changes › transaction rolled back by SQLite within a change › all reject', async () => {
  const { connection, commits, insert, numbers } = await openConnection()
  const results = await Promise.allSettled([
    insert(1),
    commits.add(() => connection.query('INSERT OR ROLLBACK INTO a VALUES (?)', [1])),
    insert(2),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await numbers()).toEqual([])
  await insert(3)
  expect(await numbers()).toEqual([{ n: 3 }])
})
