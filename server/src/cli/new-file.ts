import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { link, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../config/error-code.ts'
import { CommandError } from './command.ts'

/** As a shell reports a command that SIGINT ended. */
const interruptedExitCode = 130

const exists = (path: string) => new CommandError(`${path} exists; name another file, or delete it first.`)

/** Gives the file its name, unless another file has it. */
async function publish(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw exists(path)
    // The file system has no hard links.
    if (existsSync(path)) throw exists(path)
    await rename(temporary, path)
  }
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
}

/**
 * Writes a file that only its owner can read. The name appears when every byte is on disk; until then, the bytes are in a file
 * beside it, which is removed when writing fails, SIGINT and SIGTERM included. An existing file is never replaced.
 * @param path absolute.
 * @throws CommandError when the file exists or cannot be made; what `fill` throws
 */
export async function writeNewFile(
  path: string,
  fill: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (existsSync(path)) throw exists(path)
  const temporary = `${path}.${randomUUID()}.partial`
  const file = await open(temporary, 'wx', 0o600).catch((error: unknown) => {
    throw new CommandError(`The file ${path} cannot be made (${errorCode(error)}).`)
  })
  const remove = () => rmSync(temporary, { force: true })
  const interrupt = () => {
    remove()
    process.exit(interruptedExitCode)
  }
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    try {
      // Writes all of the text, as `write` need not.
      await fill((text) => file.appendFile(text))
      await file.sync()
    } finally {
      await file.close()
    }
    await publish(temporary, path)
  } finally {
    remove()
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}
