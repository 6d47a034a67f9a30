import type { Content } from './content.ts'

export const bx: Content = {
  banners: {
    share: 'Convide um amigo: 7 ativações para você quando a primeira rodada dele terminar',
    wallet: 'Suas carteiras: cada saldo e cada registro, em fundos de teste',
    support: 'Suporte: fale conosco, os contatos estão aqui',
  },
  articles: {
    howRunsWork: {
      title: 'Como funciona uma rodada',
      summary: 'Uma ativação, 24 horas, e a produção é reservada antes de começar.',
      body: `
        Uma rodada dura 24 horas e usa uma ativação. “Iniciar tudo” liga a base e todas as máquinas paradas como uma só rodada. Iniciar uma única máquina usa uma ativação para essa máquina.
        Seu ritmo é fixado no início da rodada. No mesmo momento, toda a produção passa do pool de mineração para uma reserva. Se o pool não cobrir, o início é recusado e nada é usado.
        O medidor mostra ritmo × tempo decorrido. O servidor conta o tempo, então você pode fechar o aplicativo. Quando a rodada termina, a produção entra nos seus BTBC a resgatar.`,
    },
    outputSchedule: {
      title: 'Tabela de produção de 12 de julho de 2025',
      summary: 'A produção da mineração cai a partir de 12 de julho de 2025. Estes são os números.',
      body: `
        A produção da mineração cai a partir de 12 de julho de 2025. As regras desde então:
        - A base dá 0,001 BTBC por hora em vez de 0,002 BTBC: 0,024 BTBC em uma rodada.
        - O pool de mineração é reposto todo dia até 1.000.000 BTBC, com no máximo 100.000 BTBC por dia.
        - O total de BTBC nunca passa de 1.000.000.000.
        Uma rodada mantém o ritmo com que começou. Uma máquina mantém sua produção por todo o ciclo.`,
    },
    testFundsPromise: {
      title: 'Nossa promessa: só fundos de teste',
      summary: 'Nada aqui tem valor real, e nada real é pedido a você.',
      body: `
        O BTBC funciona só com fundos de teste.
        - Nenhum saldo, moeda ou máquina aqui tem valor real, nem pode virar dinheiro.
        - Nunca pedimos dinheiro real, dados bancários reais ou documentos reais.
        - O servidor se recusa a iniciar em uma rede real.
        Se alguém pedir dinheiro real por BTBC, não pague e avise o [suporte](/Kefu).`,
    },
    opening: {
      title: 'O BTBC está aberto',
      summary:
        'Cadastre-se, inicie rodadas, compre máquinas e convide uma equipe, tudo em fundos de teste.',
      body: `
        Você se cadastra, inicia rodadas de 24 horas, compra máquinas, convida uma equipe e encontra cada unidade nos seus registros.
        Ao verificar seu e-mail ou telefone, você recebe 50 BTBC e 7 ativações. Ambos saem do pool de boas-vindas.
        Tudo são fundos de teste. Use, estude, tente quebrar e conte ao [suporte](/Kefu) o que encontrar.`,
    },
    openBooks: {
      title: 'Os livros estão abertos',
      summary: 'Qualquer pessoa pode ler o que é devido, o que está separado e se confere.',
      body: `
        A [página de prova](/about#proof) é calculada a partir dos livros: o que os membros têm, o que há em pools e reservas, o que foi prometido e se tudo confere. Não é preciso ter conta para ler.
        [Como os livros são provados](/info3) explica cada número.`,
    },
    eightLanguages: {
      title: 'Oito idiomas, dia e noite',
      summary: 'Escolha seu idioma no topo da tela inicial.',
      body: `
        O aplicativo, as mensagens e estes artigos estão em English, 简体中文, 繁體中文, 한국어, 日本語, Español, Português e বাংলা. Você escolhe o idioma no topo da tela inicial, e as mensagens o acompanham.
        O tema diurno ou noturno segue seu celular até você escolher um.`,
    },
    funds: {
      title: 'Fundos',
      summary: 'Prazo fixo, com o rendimento reservado na compra.',
      body: `
        Um fundo tem prazo fixo. O valor fica retido até o fim do prazo. Você escolhe um valor entre o mínimo e o máximo do produto.
        - 7 dias: 1% no prazo
        - 30 dias: 5% no prazo
        - 90 dias: 18% no prazo
        - De 5 a 5.000 USDT
        Na compra, o rendimento passa do pool de fundos para uma reserva. Se o pool não cobrir, a compra é recusada e nada é cobrado. No fim do prazo, o valor e o rendimento vão para sua carteira Earn.
        Um produto só é vendido enquanto a tela o mostra aberto. Todos os valores são fundos de teste.`,
    },
    minerFunds: {
      title: 'Fundos de mineração',
      summary: 'Dois produtos de prazo fixo, cada um com seu início e seu mínimo.',
      body: `
        Um fundo de mineração é um produto de prazo fixo com início e mínimo próprios. Ambos aparecem antes da compra.
        Na compra, o rendimento de todo o prazo passa do pool de fundos para uma reserva. Se o pool não cobrir, a compra é recusada e nada é cobrado.
        No fim do prazo, o valor e o rendimento vão para sua carteira Earn. Todos os valores são fundos de teste.`,
    },
    rules: {
      title: 'Regras da casa',
      summary: 'As regras que nenhuma função pode quebrar.',
      body: `
        - Só fundos de teste. Não há chave para dinheiro real.
        - Reservar antes de prometer. Todo o valor de uma promessa sai de um pool com fundos quando ela é feita. Se o pool não cobrir, é recusada.
        - O que aparece é assim. Um número é calculado a partir dos livros, ou não aparece.
        - Custo antes do sim. Você vê valor, taxa e líquido antes de confirmar, e exatamente isso é lançado.
        - Livros abertos. Lançamentos são acrescentados, nunca alterados, e qualquer pessoa pode conferir os totais.
        - Sair é fácil. Um saque nunca pede um pagamento antes.
        - Sem documentos reais. Documentos de amostra bastam.
        - Sem entrada para dinheiro real. Os dados de pagamento mostrados aqui são de teste.
        - O que você minerou é seu. A taxa do resgate pode sair do próprio resgate.`,
    },
    activities: {
      title: 'Atividades',
      summary: 'Do que você pode participar e o que terminou.',
      body: `
        - [Convide um amigo](/info1)
        - [As máquinas](/info2)
        - [Como os livros são provados](/info3)
        Uma campanha só é publicada quando todo o orçamento está reservado.
        # Arquivo: torneio de convites, 15 a 24 de setembro de 2025
        Este torneio terminou e não paga nada agora. As condições, em fundos de teste:
        - 1º lugar: 20.000 USD e 80.000 BTBC. 2º e 3º: 10.000 USD e 40.000 BTBC. 4º a 10º: 7.000 USD e 20.000 BTBC.
        - 100 a 300 convites: 20 USD e 2.000 BTBC. 300 a 600: 50 USD e 4.000 BTBC. A partir de 600: 100 USD e 6.000 BTBC.
        - Sorteio de 50 membros: de 10 a 100 USD e 800 BTBC cada.
        - A partir de 10 convites: 10 BTBC por convite, mais 500 BTBC.
        - 5 BTBC por entrar no grupo da comunidade indonésia.
        - Bloqueios liberados antes de 30 de setembro de 2025.`,
    },
    whitePaper: {
      title: 'White paper',
      summary: 'De onde vem cada unidade e para onde ela pode ir.',
      body: `
        O BTBC é uma economia completa de mineração, carteiras e negociação em fundos de teste. Este documento mostra de onde vem cada unidade, como a produção é calculada e como os livros são conferidos. Operadores só mudam um número com uma proposta aceita por outro operador; as telas mostram os números em vigor.
        # Oferta
        - São emitidos no máximo 1.000.000.000 BTBC. O BTBC minerado existe primeiro nos livros e é cunhado depois em uma rede de teste.
        - USDT, BTC e BNB são moedas de teste. A tesouraria começa com 10.000.000 USDT, 100 BTC e 10.000 BNB.
        # Pools
        - Mineração: 1.000.000 BTBC, repostos todo dia até esse nível com no máximo 100.000 BTBC por dia.
        - Boas-vindas: 5.000.000 BTBC e ativações.
        - Convites: 7.000.000 ativações.
        - Pontos: 100.000 BTBC. Envelopes vermelhos: 1.000 USDT e 10.000 BTBC.
        - Plano de bloqueio e fundos: 300.000 USDT cada. Campanhas: 600.000 USDT e 3.000.000 BTBC.
        Os pools são abastecidos por emissão, tesouraria ou taxas, nunca pela carteira de um membro.
        # Potência
        Produção por hora = básica × (1 + bônus).
        - Básica = 0,001 BTBC + a produção diária das máquinas da rodada ÷ 24.
        - Bônus = 10% por membro direto + 1% por membro dos níveis 2 a 10, no máximo +300%. Conta quem está verificado e teve uma rodada nos últimos 30 dias.
        - Exemplo: sem máquinas, 4 membros diretos e 6 outros: 0,001 × (100% + 40% + 6%) = 0,00146 BTBC por hora, 0,03504 BTBC em uma rodada.
        # Ativações, rodadas e máquinas
        - Uma ativação custa 1 USDT. Uma rodada dura 24 horas.
        - Uma rodada básica dá 0,024 BTBC, cerca de 0,02 USDT ao primeiro preço de referência de 0,80 USDT. Uma ativação comprada custa mais do que uma rodada básica dá.
        - S-1: 20 USDT, 0,5 BTBC por dia, 60 rodadas. S-2: 100 USDT, 2,8 BTBC por dia, 60 rodadas. S-3: 500 USDT, 15 BTBC por dia, 90 rodadas. C-1: 50 BTBC, 1,2 BTBC por dia, 60 rodadas.
        # Concessões
        - Um novo membro verificado recebe 50 BTBC e 7 ativações.
        - Quem convida recebe 7 ativações quando a primeira rodada do amigo termina, para no máximo 20 amigos por dia; o resto segue no dia seguinte.
        # Taxas
        - O primeiro resgate é grátis. Cada um dos seguintes custa 10 USDT, ou o equivalente em BTBC descontado do resgate.
        - Negociação: 0,1%. Saque de moedas: 1%. Saque bancário: 18%.
        - A taxa aparece antes da confirmação.
        # Reservas
        Cada promessa tem sua reserva: produção de rodadas, renda de máquinas, rendimento de fundos, renda de bloqueios, recompensas por convite, prêmios. O valor sai do pool na mesma transação que faz a promessa. Se o pool não cobrir, a ação é recusada e nada é usado.
        # Solvência
        Cada lançamento move um valor de uma conta para outra, então cada moeda soma zero em todas as contas. Lançamentos nunca são alterados nem apagados. A [página de prova](/about#proof) soma o que os membros têm, o que foi prometido e o que o cobre.
        # O que este documento não diz
        Não prevê preços nem promete renda. Nada aqui tem valor real.`,
    },
    mining: {
      title: 'Minerar no BTBC',
      summary: 'Minerar aqui é um cálculo. Seu celular não trabalha.',
      body: `
        Minerar aqui é um cálculo no servidor. Não usa a capacidade do seu celular nem equipamento.
        Produção por hora = básica × (1 + bônus). A básica é 0,001 BTBC mais a produção diária das suas máquinas ÷ 24. O bônus é 10% por membro direto ativo e 1% por membro ativo dos níveis 2 a 10, no máximo +300%.
        Ativo quer dizer: verificado, com uma rodada nos últimos 30 dias.
        Uma ativação custa 1 USDT. Uma rodada básica dá 0,024 BTBC, cerca de 0,02 USDT a um preço de 0,80 USDT. Sem máquinas e equipe, uma ativação comprada custa mais do que a rodada dá.`,
    },
    invite: {
      title: 'Convide um amigo',
      summary: '7 ativações para você quando seu amigo terminar a primeira rodada.',
      body: `
        Compartilhe seu [link de convite](/share). Quando um amigo se cadastra por ele, 7 ativações são reservadas para você. Você as recebe quando a primeira rodada dele termina.
        - Seu amigo recebe 50 BTBC e 7 ativações ao verificar e-mail ou telefone, com ou sem convite.
        - Você recebe no máximo 20 recompensas por dia. O resto segue no dia seguinte.
        - Se o pool de convites não cobrir, seu amigo entra assim mesmo, não há recompensa e ambos são avisados.
        - Uma recompensa reservada expira se seu amigo não terminar uma rodada em 90 dias.
        Cada membro direto ativo soma 10% à sua produção e cada membro ativo dos níveis 2 a 10 soma 1%, no máximo +300%. Entrar não custa nada.`,
    },
    machines: {
      title: 'As máquinas',
      summary: 'Quanto custa uma máquina, quanto soma e quando termina.',
      body: `
        Uma máquina soma uma produção fixa por dia durante um ciclo de rodadas.
        - S-1: 20 USDT, 0,5 BTBC por dia, 60 rodadas, no máximo 5 por membro
        - S-2: 100 USDT, 2,8 BTBC por dia, 60 rodadas, no máximo 5 por membro
        - S-3: 500 USDT, 15 BTBC por dia, 90 rodadas, no máximo 2 por membro
        - C-1: 50 BTBC, 1,2 BTBC por dia, 60 rodadas, no máximo 3 por membro
        Estes são os primeiros preços; a [loja](/shop) mostra os atuais.
        Uma máquina só trabalha durante uma rodada. Uma ativação liga a base e todas as suas máquinas paradas de uma vez.
        A renda do ciclo inteiro é reservada na compra. Se o pool não cobrir, a venda é recusada e nada é cobrado. Quando as rodadas acabam, a máquina está encerrada.`,
    },
    proof: {
      title: 'Como os livros são provados',
      summary: 'Partidas dobradas, nada apagado, cada promessa coberta.',
      body: `
        Cada saldo é mantido em partidas dobradas: um valor que chega a uma conta saiu de outra.
        - Lançamentos são acrescentados, nunca alterados nem apagados. O próprio banco de dados impede.
        - O saldo de um membro nunca fica abaixo de zero. O banco de dados também impede.
        - Uma promessa está coberta desde que é feita: todo o valor está em uma reserva.
        - Nenhum pagamento vem do depósito de outro membro.
        A [página de prova](/about#proof) soma o que os membros têm, o que há em pools e reservas e o que foi prometido, e diz se confere. Seus registros mostram cada lançamento seu.`,
    },
    safety: {
      title: 'Sua segurança',
      summary: 'Sem documentos reais, sem dinheiro real, sem códigos para ninguém.',
      body: `
        - Não envie um documento real. Use os documentos de amostra.
        - Não mande moedas reais para um endereço mostrado aqui. Elas se perderiam.
        - Não digite dados reais de banco ou cartão em lugar nenhum.
        - Use uma senha que você não usa em outro lugar.
        - O suporte nunca pede sua senha nem um código.
        - Quem oferece comprar ou vender BTBC por dinheiro real está enganando você. Avise o [suporte](/Kefu).`,
    },
    about: {
      title: 'Sobre o BTBC',
      summary: 'Uma economia de mineração para usar, estudar e quebrar, sem dinheiro em jogo.',
      body: `
        O BTBC é uma economia completa de mineração, carteiras e negociação em fundos de teste. É para membros, turmas, operadores e autores de bots que querem usar, estudar e quebrar o sistema sem dinheiro em jogo.
        Esquemas deste formato, com renda fixa, prêmio por recrutar e taxa para resgatar, já foram usados para enganar pessoas. Aqui cada promessa é reservada primeiro, cada número vem dos livros, e os livros estão abertos.
        [Prova](/about#proof) · [White paper](/whitePaper) · [Suporte](/Kefu)`,
    },
    terms: {
      title: 'Termos, versão 1',
      summary: 'O que você aceita ao se cadastrar.',
      body: `
        # Fundos de teste
        Tudo no BTBC são fundos de teste sem valor real. Não podem ser trocados por dinheiro. Não envie dinheiro, moedas ou documentos reais.
        # Sua conta
        Você guarda sua senha. Você pode encerrar suas sessões e deixar de usar o BTBC quando quiser.
        # Uso correto
        Você pode testar o BTBC e tentar quebrá-lo com contas suas. Você não ataca outros membros, suas contas ou seus dados. Você avisa o suporte das falhas que encontrar.
        # Custos
        Os custos são em fundos de teste. Você vê valor, taxa e líquido antes de confirmar.
        # Seus dados
        Guardamos seu e-mail ou telefone, suas sessões e seus lançamentos nos livros para manter sua conta. Não os vendemos. Lançamentos nos livros não podem ser apagados.
        # O serviço
        O BTBC é oferecido como está. Pode ser interrompido, alterado ou reiniciado.
        # Mudanças
        Uma mudança destes termos recebe um novo número de versão. Você aceita a versão do seu cadastro.`,
    },
  },
}
