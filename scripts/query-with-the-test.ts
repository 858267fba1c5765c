/** A setup file: what Testing Library waits for has as long as `wait-with-the-test.ts` gives, for the same reason. */
import { configure } from '@testing-library/react'
import { waitTimeoutMs } from './wait-with-the-test.ts'

configure({ asyncUtilTimeout: waitTimeoutMs })
