import { testScreens } from '#screens.ts'

testScreens('day')
