import { isInRotation, rotation, rotationSetting } from '../../shared/testing/rotation.ts'
import { test } from './fixtures.ts'

export { isInRotation, rotation }

// Workers load this file as well.
if (process.env.TEST_WORKER_INDEX === undefined) console.log(`rotating tests: ${rotationSetting}`)

type Register = (title: string, body: Parameters<typeof test>[2]) => void

const skipTest: Register = () => undefined

/**
 * Registers variants of what other tests cover: each run includes one in `of`, in the order of the file, and the long run
 * all of them. Each call returns the `test` function for the next variant, so that a report names the line of the spec.
 */
export function rotatingTests({ of }: { readonly of: number }): () => Register {
  let count = 0
  return () => {
    count += 1
    return isInRotation(count - 1, { of }) ? test : skipTest
  }
}
