/** A setup file: Testing Library waits as long as in `wait-with-the-test.ts`, for the same reason. */
import { configure } from '@testing-library/react'
import { waitTimeoutMs } from './wait-with-the-test.ts'

configure({ asyncUtilTimeout: waitTimeoutMs })
