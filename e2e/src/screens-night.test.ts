import { testScreens } from '#screens.ts'

testScreens('night')
