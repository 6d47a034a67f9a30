import type { Content } from './content.ts'

export const spa: Content = {
  banners: {
    share: 'Invita a un amigo: 7 arranques para ti cuando termine su primera ronda',
    wallet: 'Tus billeteras: cada saldo y cada registro, en fondos de prueba',
    support: 'Soporte: escríbenos, aquí están los contactos',
  },
  articles: {
    howRunsWork: {
      title: 'Cómo funciona una ronda',
      summary: 'Un arranque, 24 horas, y la producción queda reservada antes de empezar.',
      body: `
        Una ronda dura 24 horas y usa un arranque. «Iniciar todo» pone en marcha la base y todas las máquinas libres como una sola ronda. Iniciar una sola máquina usa un arranque para esa máquina.
        Tu ritmo queda fijado al empezar la ronda. En ese mismo momento toda su producción pasa del pool de minería a una reserva. Si el pool no alcanza, el inicio se rechaza y no se usa nada.
        El medidor muestra ritmo × tiempo transcurrido. El servidor lleva la cuenta, así que puedes cerrar la aplicación. Al terminar la ronda, la producción se suma a tus BTBC por reclamar.`,
    },
    outputSchedule: {
      title: 'Calendario de producción del 12 de julio de 2025',
      summary: 'La producción minera se reduce desde el 12 de julio de 2025. Estas son las cifras.',
      body: `
        La producción minera se reduce desde el 12 de julio de 2025. Las reglas desde entonces:
        - La base da 0,001 BTBC por hora en lugar de 0,002 BTBC: 0,024 BTBC en una ronda.
        - El pool de minería se repone cada día hasta 1.000.000 BTBC, con un máximo de 100.000 BTBC al día.
        - El total de BTBC nunca supera 1.000.000.000.
        Una ronda conserva el ritmo con que empezó. Una máquina conserva su producción durante todo su ciclo.`,
    },
    testFundsPromise: {
      title: 'Nuestra promesa: solo fondos de prueba',
      summary: 'Aquí nada tiene valor real y nunca te pedimos nada real.',
      body: `
        BTBC funciona solo con fondos de prueba.
        - Ningún saldo, moneda o máquina tiene aquí valor real, ni puede convertirse en dinero.
        - Nunca pedimos dinero real, datos bancarios reales ni documentos reales.
        - El servidor se niega a arrancar en una red real.
        Si alguien te pide dinero real por BTBC, no pagues y avisa a [soporte](/Kefu).`,
    },
    opening: {
      title: 'BTBC está abierto',
      summary:
        'Regístrate, inicia rondas, compra máquinas e invita a un equipo, todo en fondos de prueba.',
      body: `
        Te registras, inicias rondas de 24 horas, compras máquinas, invitas a un equipo y encuentras cada unidad en tus registros.
        Al verificar tu correo o tu teléfono recibes 50 BTBC y 7 arranques. Ambos salen del pool de bienvenida.
        Todo son fondos de prueba. Úsalo, estúdialo, intenta romperlo y cuenta a [soporte](/Kefu) lo que encuentres.`,
    },
    openBooks: {
      title: 'Los libros están abiertos',
      summary: 'Cualquiera puede leer qué se debe, qué se aparta y si coincide.',
      body: `
        La [página de prueba](/about#proof) se calcula a partir de los libros: lo que poseen los miembros, lo que guardan pools y reservas, lo prometido y si todo coincide. No necesitas una cuenta para leerla.
        [Cómo se prueban los libros](/info3) explica cada cifra.`,
    },
    eightLanguages: {
      title: 'Ocho idiomas, día y noche',
      summary: 'Elige tu idioma en la parte superior de la pantalla de inicio.',
      body: `
        La aplicación, sus mensajes y estos artículos están en English, 简体中文, 繁體中文, 한국어, 日本語, Español, Português y বাংলা. Eliges el idioma en la parte superior de la pantalla de inicio, y los mensajes lo siguen.
        El tema de día o de noche sigue a tu teléfono hasta que elijas uno.`,
    },
    funds: {
      title: 'Fondos',
      summary: 'Un plazo fijo, con el rendimiento reservado al comprar.',
      body: `
        Un fondo tiene un plazo fijo. El importe queda retenido hasta que termina el plazo. Eliges un importe entre el mínimo y el máximo del producto.
        - 7 días: 1 % por el plazo
        - 30 días: 5 % por el plazo
        - 90 días: 18 % por el plazo
        - De 5 a 5000 USDT
        Al comprar, el rendimiento pasa del pool de fondos a una reserva. Si el pool no alcanza, la compra se rechaza y no se cobra nada. Al final del plazo, el importe y el rendimiento van a tu billetera Earn.
        Un producto se vende solo mientras su pantalla lo muestra abierto. Todos los importes son fondos de prueba.`,
    },
    minerFunds: {
      title: 'Fondos mineros',
      summary: 'Dos productos a plazo fijo, cada uno con su hora de inicio y su mínimo.',
      body: `
        Un fondo minero es un producto a plazo fijo con hora de inicio y mínimo propios. Ambos se muestran antes de comprar.
        Al comprar, el rendimiento de todo el plazo pasa del pool de fondos a una reserva. Si el pool no alcanza, la compra se rechaza y no se cobra nada.
        Al final del plazo, el importe y el rendimiento van a tu billetera Earn. Todos los importes son fondos de prueba.`,
    },
    rules: {
      title: 'Reglas de la casa',
      summary: 'Las reglas que ninguna función puede romper.',
      body: `
        - Solo fondos de prueba. No existe un interruptor para dinero real.
        - Reservar antes de prometer. Todo el importe de una promesa sale de un pool con fondos al hacerla. Si el pool no alcanza, se rechaza.
        - Lo que se muestra es así. Una cifra se calcula a partir de los libros o no se muestra.
        - El costo antes del sí. Ves importe, comisión y neto antes de confirmar, y exactamente eso se anota.
        - Libros abiertos. Los asientos se añaden, nunca se cambian, y cualquiera puede comprobar los totales.
        - Irse es fácil. Un retiro nunca pide un pago previo.
        - Sin documentos reales. Bastan los documentos de muestra.
        - Sin entrada para dinero real. Los datos de pago que se muestran son de prueba.
        - Lo ganado es tuyo. La comisión de un reclamo puede pagarse con lo reclamado.`,
    },
    activities: {
      title: 'Actividades',
      summary: 'En qué puedes participar y qué ha terminado.',
      body: `
        - [Invita a un amigo](/info1)
        - [Las máquinas](/info2)
        - [Cómo se prueban los libros](/info3)
        Una campaña se publica solo cuando todo su presupuesto está reservado.
        # Archivo: torneo de invitaciones, del 15 al 24 de septiembre de 2025
        Este torneo ha terminado y ahora no paga nada. Sus condiciones, en fondos de prueba:
        - Puesto 1: 20.000 USD y 80.000 BTBC. Puestos 2 y 3: 10.000 USD y 40.000 BTBC. Puestos 4 a 10: 7000 USD y 20.000 BTBC.
        - De 100 a 300 invitaciones: 20 USD y 2000 BTBC. De 300 a 600: 50 USD y 4000 BTBC. Desde 600: 100 USD y 6000 BTBC.
        - Sorteo entre 50 miembros: de 10 a 100 USD y 800 BTBC cada uno.
        - Desde 10 invitaciones: 10 BTBC por cada una, más 500 BTBC.
        - 5 BTBC por unirse al grupo de la comunidad indonesia.
        - Bloqueos levantados antes del 30 de septiembre de 2025.`,
    },
    whitePaper: {
      title: 'Libro blanco',
      summary: 'De dónde viene cada unidad y adónde puede ir.',
      body: `
        BTBC es una economía completa de minería, billeteras e intercambio con fondos de prueba. Este documento indica de dónde viene cada unidad, cómo se calcula la producción y cómo se comprueban los libros. Los operadores cambian una cifra solo con una propuesta que otro operador acepta; las pantallas muestran las cifras vigentes.
        # Oferta
        - Se emiten como máximo 1.000.000.000 BTBC. Los BTBC minados existen primero en los libros y se acuñan después en una cadena de prueba.
        - USDT, BTC y BNB son monedas de prueba. La tesorería empieza con 10.000.000 USDT, 100 BTC y 10.000 BNB.
        # Pools
        - Minería: 1.000.000 BTBC, repuestos cada día hasta ese nivel con un máximo de 100.000 BTBC al día.
        - Bienvenida: 5.000.000 BTBC y arranques.
        - Invitaciones: 7.000.000 arranques.
        - Puntos: 100.000 BTBC. Sobres rojos: 1000 USDT y 10.000 BTBC.
        - Plan de bloqueo y fondos: 300.000 USDT cada uno. Campañas: 600.000 USDT y 3.000.000 BTBC.
        Los pools se llenan con emisión, tesorería o comisiones, nunca desde la billetera de un miembro.
        # Potencia
        Producción por hora = básica × (1 + bono).
        - Básica = 0,001 BTBC + la producción diaria de las máquinas de la ronda ÷ 24.
        - Bono = 10 % por cada miembro directo + 1 % por cada miembro de los niveles 2 a 10, como máximo +300 %. Cuenta quien está verificado y ha tenido una ronda en los últimos 30 días.
        - Ejemplo: sin máquinas, 4 miembros directos y otros 6: 0,001 × (100 % + 40 % + 6 %) = 0,00146 BTBC por hora, 0,03504 BTBC en una ronda.
        # Arranques, rondas y máquinas
        - Un arranque cuesta 1 USDT. Una ronda dura 24 horas.
        - Una ronda básica da 0,024 BTBC, unos 0,02 USDT al primer precio de referencia de 0,80 USDT. Un arranque comprado cuesta más de lo que da una ronda básica.
        - S-1: 20 USDT, 0,5 BTBC al día, 60 rondas. S-2: 100 USDT, 2,8 BTBC al día, 60 rondas. S-3: 500 USDT, 15 BTBC al día, 90 rondas. C-1: 50 BTBC, 1,2 BTBC al día, 60 rondas.
        # Entregas
        - Un miembro nuevo verificado recibe 50 BTBC y 7 arranques.
        - Quien invita recibe 7 arranques cuando termina la primera ronda del amigo, por un máximo de 20 amigos al día; el resto sigue al día siguiente.
        # Comisiones
        - El primer reclamo es gratis. Cada uno de los siguientes cuesta 10 USDT, o su valor en BTBC descontado del reclamo.
        - Intercambio: 0,1 %. Retiro de monedas: 1 %. Retiro bancario: 18 %.
        - La comisión se muestra antes de confirmar.
        # Reservas
        Cada promesa tiene su reserva: producción de rondas, ingresos de máquinas, rendimiento de fondos, ingresos de bloqueos, recompensas por invitar, premios. El importe sale del pool en la misma transacción que hace la promesa. Si el pool no alcanza, la acción se rechaza y no se usa nada.
        # Solvencia
        Cada asiento mueve un importe de una cuenta a otra, así que cada moneda suma cero entre todas las cuentas. Los asientos nunca se cambian ni se borran. La [página de prueba](/about#proof) suma lo que poseen los miembros, lo prometido y lo que lo cubre.
        # Lo que este documento no dice
        No predice precios ni promete ingresos. Aquí nada tiene valor real.`,
    },
    mining: {
      title: 'Minar en BTBC',
      summary: 'Minar aquí es un cálculo. Tu teléfono no trabaja.',
      body: `
        Minar aquí es un cálculo en el servidor. No usa la potencia de tu teléfono ni equipo alguno.
        Producción por hora = básica × (1 + bono). La básica es 0,001 BTBC más la producción diaria de tus máquinas ÷ 24. El bono es 10 % por cada miembro directo activo y 1 % por cada miembro activo de los niveles 2 a 10, como máximo +300 %.
        Activo significa: verificado y con una ronda en los últimos 30 días.
        Un arranque cuesta 1 USDT. Una ronda básica da 0,024 BTBC, unos 0,02 USDT a un precio de 0,80 USDT. Sin máquinas ni equipo, un arranque comprado cuesta más de lo que da su ronda.`,
    },
    invite: {
      title: 'Invita a un amigo',
      summary: '7 arranques para ti cuando tu amigo termina su primera ronda.',
      body: `
        Comparte tu [enlace de invitación](/share). Cuando un amigo se registra con él, se reservan 7 arranques para ti. Los recibes cuando termina su primera ronda.
        - Tu amigo recibe 50 BTBC y 7 arranques al verificar su correo o teléfono, con o sin invitación.
        - Recibes como máximo 20 recompensas al día. El resto sigue al día siguiente.
        - Si el pool de invitaciones no alcanza, tu amigo entra igualmente, no hay recompensa y se avisa a ambos.
        - Una recompensa reservada caduca si tu amigo no ha terminado una ronda tras 90 días.
        Cada miembro directo activo suma 10 % a tu producción y cada miembro activo de los niveles 2 a 10 suma 1 %, como máximo +300 %. Entrar no cuesta nada.`,
    },
    machines: {
      title: 'Las máquinas',
      summary: 'Cuánto cuesta una máquina, cuánto suma y cuándo termina.',
      body: `
        Una máquina suma una producción fija al día durante un ciclo de rondas.
        - S-1: 20 USDT, 0,5 BTBC al día, 60 rondas, máximo 5 por miembro
        - S-2: 100 USDT, 2,8 BTBC al día, 60 rondas, máximo 5 por miembro
        - S-3: 500 USDT, 15 BTBC al día, 90 rondas, máximo 2 por miembro
        - C-1: 50 BTBC, 1,2 BTBC al día, 60 rondas, máximo 3 por miembro
        Son los primeros precios; la [tienda](/shop) muestra los actuales.
        Una máquina trabaja solo durante una ronda. Un arranque pone en marcha la base y todas tus máquinas libres a la vez.
        Los ingresos de todo el ciclo se reservan al comprar. Si el pool no alcanza, la venta se rechaza y no se cobra nada. Cuando se agotan sus rondas, la máquina ha terminado.`,
    },
    proof: {
      title: 'Cómo se prueban los libros',
      summary: 'Partida doble, nada se borra, cada promesa está cubierta.',
      body: `
        Cada saldo se lleva por partida doble: un importe que llega a una cuenta ha salido de otra.
        - Los asientos se añaden, nunca se cambian ni se borran. La propia base de datos lo impide.
        - El saldo de un miembro nunca baja de cero. La base de datos también lo impide.
        - Una promesa está cubierta desde que se hace: todo su importe está en una reserva.
        - Ningún pago sale del depósito de otro miembro.
        La [página de prueba](/about#proof) suma lo que poseen los miembros, lo que guardan pools y reservas y lo prometido, y dice si coincide. Tus registros muestran cada asiento tuyo.`,
    },
    safety: {
      title: 'Tu seguridad',
      summary: 'Sin documentos reales, sin dinero real, sin códigos para nadie.',
      body: `
        - No subas un documento real. Usa los documentos de muestra.
        - No envíes monedas reales a una dirección que veas aquí. Se perderían.
        - No escribas datos reales de bancos o tarjetas en ninguna parte.
        - Usa una contraseña que no uses en otro sitio.
        - Soporte nunca pide tu contraseña ni un código.
        - Quien ofrece comprar o vender BTBC por dinero real te engaña. Avisa a [soporte](/Kefu).`,
    },
    about: {
      title: 'Acerca de BTBC',
      summary: 'Una economía minera para usar, estudiar y romper, sin dinero en juego.',
      body: `
        BTBC es una economía completa de minería, billeteras e intercambio con fondos de prueba. Es para miembros, clases, operadores y autores de bots que quieren usarla, estudiarla y romperla sin dinero en juego.
        Esquemas de esta forma, con ingresos fijos, premios por reclutar y comisión por cobrar, se han usado para engañar. Aquí cada promesa se reserva primero, cada cifra sale de los libros y los libros están abiertos.
        [Prueba](/about#proof) · [Libro blanco](/whitePaper) · [Soporte](/Kefu)`,
    },
    terms: {
      title: 'Condiciones, versión 1',
      summary: 'Lo que aceptas al registrarte.',
      body: `
        # Fondos de prueba
        Todo en BTBC son fondos de prueba sin valor real. No se pueden cambiar por dinero. No envíes dinero, monedas ni documentos reales.
        # Tu cuenta
        Tú guardas tu contraseña. Puedes cerrar tus sesiones y dejar de usar BTBC en cualquier momento.
        # Uso correcto
        Puedes probar BTBC e intentar romperlo con cuentas tuyas. No atacas a otros miembros, sus cuentas ni sus datos. Avisas a soporte de los fallos que encuentres.
        # Costos
        Los costos son en fondos de prueba. Ves importe, comisión y neto antes de confirmar.
        # Tus datos
        Guardamos tu correo o teléfono, tus sesiones y tus asientos en los libros para llevar tu cuenta. No los vendemos. Los asientos de los libros no se pueden borrar.
        # El servicio
        BTBC se ofrece tal como es. Puede interrumpirse, cambiar o reiniciarse.
        # Cambios
        Un cambio de estas condiciones recibe un nuevo número de versión. Aceptas la versión con la que te registras.`,
    },
  },
}
