import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectSqliteReader } from './sqlite-connection.ts'
import { openSqliteDatabase, SqliteFileError, sqliteSnapshots } from './sqlite-database.ts'
import { openSqliteStores } from './stores.ts'
import { testProject } from './testing/project-suite.ts'
import { openSqliteFiles } from './testing/sqlite-files.ts'

const files = openSqliteFiles()
const open = async (file: string) => files.closeLater(await openSqliteStores({ file }))

test('stores › file reopened › has the stored rows', async () => {
  const file = files.path()
  const first = await openSqliteStores({ file })
  await first.projects.add(testProject())
  await first.close()
  expect(await (await open(file)).projects.list()).toEqual([testProject()])
})

test('database › opened twice › rejects, mentions the file and Postgres', async () => {
  const file = files.path()
  const first = await openSqliteDatabase(file)
  const failure = await openSqliteDatabase(file).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SqliteFileError)
  expect(String(failure)).toContain(file)
  expect(String(failure)).toContain('several replicas need Postgres')
  await first.close()
  files.closeLater(await openSqliteDatabase(file))
})

test('database › opened through a link while open › rejects', async () => {
  const file = files.path()
  files.closeLater(await openSqliteDatabase(file))
  const link = files.path()
  symlinkSync(file, link)
  await expect(openSqliteDatabase(link)).rejects.toThrow('Another process has opened')
})

test('database › file cannot be opened › error with the path', async () => {
  const missing = join(files.folder, 'missing', 'a.sqlite')
  await expect(openSqliteDatabase(missing)).rejects.toThrow(missing)
  const folder = files.path()
  mkdirSync(folder)
  await expect(openSqliteDatabase(folder)).rejects.toThrow(SqliteFileError)
})

test('database › not a SQLite file › rejects, stays unlocked', async () => {
  const file = files.path()
  writeFileSync(file, 'This is a text. '.repeat(100))
  for (const _ of [1, 2]) await expect(openSqliteDatabase(file)).rejects.toThrow('Cannot open the database')
})

test('database › created › only its owner can read its files', async () => {
  const file = files.path()
  const { projects } = await open(file)
  await projects.add(testProject())
  for (const one of [file, `${file}-wal`]) expect(statSync(one).mode & 0o777).toBe(0o600)
})

test('database › open › commits reach the disk, readers do not wait', async () => {
  const connection = await files.connect('CREATE TABLE a (n INTEGER)')
  expect((await connection.query('PRAGMA synchronous', [])).rows).toEqual([{ synchronous: 2 }])
  expect((await connection.query('PRAGMA journal_mode', [])).rows).toEqual([{ journal_mode: 'wal' }])
  expect((await connection.query('PRAGMA foreign_keys', [])).rows).toEqual([{ foreign_keys: 1 }])
})

test('reader › writer in a transaction › reads the committed rows', async () => {
  const file = files.path()
  const writer = await files.connect('CREATE TABLE a (n INTEGER)', file)
  const reader = files.closeLater(await connectSqliteReader(file))
  await writer.run('BEGIN IMMEDIATE')
  await writer.query('INSERT INTO a VALUES (?)', [1])
  expect((await reader.query('SELECT n FROM a', [])).rows).toEqual([])
  await writer.run('COMMIT')
  expect((await reader.query('SELECT n FROM a', [])).rows).toEqual([{ n: 1 }])
  await expect(reader.query('INSERT INTO a VALUES (2)', [])).rejects.toThrow()
})

test('query › value that the driver cannot bind › rejects', async () => {
  const connection = await files.connect('CREATE TABLE a (n INTEGER)')
  for (const value of [true, undefined, Number.NaN, {}, []])
    await expect(connection.query('INSERT INTO a VALUES (?)', [value])).rejects.toThrow(TypeError)
})

test('query › more rows than the driver returns at once › reads all', async () => {
  const connection = await files.connect('CREATE TABLE a (n INTEGER)')
  const insert = `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 350)
    INSERT INTO a SELECT n FROM c RETURNING n`
  expect((await connection.query(insert, [])).rows).toHaveLength(350)
  expect((await connection.query('SELECT n FROM a', [])).rows).toHaveLength(350)
})

test('database › closed with pending changes › stores them, rejects later ones', async () => {
  const file = files.path()
  const stores = await openSqliteStores({ file })
  const adding = Promise.all(
    [1, 2, 3].map((n) => stores.projects.add(testProject({ key: `${n}`, id: `${n}` }))),
  )
  await stores.close()
  await stores.close()
  expect(await adding).toEqual([true, true, true])
  await expect(stores.projects.add(testProject())).rejects.toThrow('The database is closed')
  await expect(stores.check()).rejects.toThrow()
  expect(await (await open(file)).projects.list()).toHaveLength(3)
})

test('snapshot › file open in another process › reads it; without a file rejects', async () => {
  const file = files.path()
  const { projects } = await open(file)
  await projects.add(testProject())
  const rows = await sqliteSnapshots(file).snapshot((db) => db.selectFrom('projects').select('key').execute())
  expect(rows).toEqual([{ key: 'k1' }])
  const missing = files.path()
  await expect(sqliteSnapshots(missing).snapshot(async () => 1)).rejects.toThrow(SqliteFileError)
  expect(existsSync(missing)).toBe(false)
})
