import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { link, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../config/error-code.ts'
import { CommandError } from './command.ts'

/** Exit code by which a shell reports a command ended by SIGINT. */
const interruptedExitCode = 130

const exists = (path: string) => new CommandError(`${path} exists; name another file, or delete it first.`)

/** Renames the file to its final name, unless that exists. */
async function publish(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw exists(path)
    // The file system has no hard links.
    if (existsSync(path)) throw exists(path)
    await rename(temporary, path)
  }
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
}

/**
 * Writes a file that only its owner can read. The file gets its name when every byte is on disk; until then, the bytes are
 * in a temporary file next to it, which is deleted when writing fails, including by SIGINT and SIGTERM. Never replaces an
 * existing file.
 * @param path absolute.
 * @throws CommandError when the file exists or cannot be created; the errors of `fill`
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
      // `appendFile` writes all of the text, which `write` does not guarantee.
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
