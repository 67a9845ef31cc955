-- The world, made by the server itself from numbers. :numbers is a table of the sequence engine with the column seq,
-- :players, :entries and :guilds are how many there are. A step counts to its factor times the number of players.
--
-- Chance without RAND(), so that each world is the same: a number times 2654435761 modulo 2^32 is spread evenly, and other
-- primes give other series. The square of such a fraction prefers small ids: the first players have the most friends, by a
-- power law, and write the most.

-- step: player 1
INSERT INTO player (id, name, email, level, coins, bio, created_at)
SELECT seq,
       CONCAT(ELT(1 + CRC32(CONCAT('first', seq)) MOD 24, 'Aoi', 'Haruto', 'Mei', 'Sora', 'Yuna', 'Ren', 'Hina', 'Kaito',
                  'Emma', 'Noah', 'Léa', 'Søren', 'Zoë', 'Mateo', 'Ada', 'Linus', 'Ines', 'Jakub', 'Amara', 'Omar',
                  'Freya', 'Luca', 'Nina', 'Tariq'),
              ' ',
              ELT(1 + CRC32(CONCAT('last', seq)) MOD 20, 'Tanaka', 'Sato', 'Mori', 'Fujita', 'Abe', 'Kimura', 'Müller',
                  'Rossi', 'Novák', 'Silva', 'Lindqvist', 'Okafor', 'Haddad', 'Byrne', 'Costa', 'Dubois', 'Ivanov',
                  'Jansen', 'Kaya', 'Larsen')),
       CONCAT('player', seq, '@example.com'),
       1 + CRC32(CONCAT('level', seq)) MOD 99,
       CRC32(CONCAT('coins', seq)) MOD 100000,
       IF(seq MOD 4 = 0, NULL,
          ELT(1 + CRC32(CONCAT('bio', seq)) MOD 6, 'Grows melons.', 'Here for the boss fights.', 'Collects maps.',
              'Looking for a guild of night owls.', 'Trades pearls, fair prices.', 'Fishing, mostly.')),
       '2024-01-01 00:00:00' + INTERVAL CRC32(CONCAT('created', seq)) MOD 900000 MINUTE
FROM :numbers;

-- step: friendship 4
INSERT IGNORE INTO friendship (player_id, friend_id, since)
SELECT player, friend,
       '2024-06-01 00:00:00' + INTERVAL CRC32(CONCAT(LEAST(player, friend), '-', GREATEST(player, friend))) MOD 1200000 MINUTE
FROM (SELECT 1 + (seq - 1) DIV 4 AS player,
             1 + FLOOR(:players * POW((seq * 2654435761 MOD 4294967296) / 4294967296, 2)) AS friend
      FROM :numbers) AS pair
WHERE player <> friend;

-- step: friendship 1
INSERT IGNORE INTO friendship (player_id, friend_id, since)
SELECT friend_id, player_id, since FROM friendship JOIN :numbers ON seq = player_id
ORDER BY friend_id, player_id;

-- step: diary_entry 3
INSERT INTO diary_entry (id, player_id, posted_at, title, body)
SELECT seq,
       1 + FLOOR(:players * POW((seq * 2246822519 MOD 4294967296) / 4294967296, 1.3)),
       '2025-11-01 00:00:00' + INTERVAL seq * 31536000 DIV :entries SECOND,
       ELT(1 + CRC32(CONCAT('title', seq)) MOD 10, 'A new island', 'Lost the boss fight', 'Harvest day', 'Found a fox',
           'Guild meeting', 'Rain again', 'Market day', 'A long night', 'Almost level up', 'Letters from the north'),
       CONCAT(ELT(1 + CRC32(CONCAT('body', seq)) MOD 12, 'Stayed up far too late, but it was worth it.',
                  'We need a healer. Seriously.', 'Traded three pearls for a map nobody can read.',
                  'Sixteen melons, one thief, no evidence.', 'The dragon sleeps behind the waterfall.',
                  'Our lantern went out halfway through the cave.', 'Sold the old boat and bought a better sail.',
                  'The fox follows me now.', 'Learned to bake bread with honey.', 'The bridge is open again.',
                  'Nobody guards the northern gate.', 'A storm took the harvest.'),
              ' ',
              ELT(1 + CRC32(CONCAT('more', seq)) MOD 9, 'Tomorrow the mountain.', 'Who wants to join?', 'Never again.',
                  'Thanks to the whole guild!', 'Need two silver keys.', 'The moon was enormous.',
                  'Next time with a plan.', 'Bring torches.', 'Found an amber ring there.'))
FROM :numbers;

-- step: diary_comment 3
INSERT INTO diary_comment (id, entry_id, author_id, written_at, body)
SELECT seq, entry, author, '2026-11-01 00:00:00' + INTERVAL CRC32(CONCAT('written', seq)) MOD 14400 MINUTE,
       ELT(1 + CRC32(CONCAT('comment', seq)) MOD 8, 'Well done!', 'I was there.', 'Count me in.', 'Tell me more.',
           'Same here.', 'Ha!', 'Next time call me.', 'Congratulations.')
FROM (SELECT seq,
             1 + FLOOR(:entries * ((seq * 3266489917 MOD 4294967296) / 4294967296)) AS entry,
             1 + FLOOR(:players * POW((seq * 668265263 MOD 4294967296) / 4294967296, 2)) AS author
      FROM :numbers) AS comment;

-- step: item 0.001
INSERT IGNORE INTO item (id, name, rarity, price)
SELECT i.seq,
       CONCAT(ELT(1 + i.seq MOD 8, 'Amber', 'Silver', 'Old', 'Royal', 'Wooden', 'Silent', 'Burning', 'Northern'), ' ',
              ELT(1 + i.seq DIV 8 MOD 8, 'ring', 'key', 'map', 'lantern', 'sail', 'melon', 'pearl', 'shield')),
       IF(i.seq MOD 32 = 0, 'LEGENDARY', IF(i.seq MOD 8 = 0, 'RARE', 'COMMON')),
       5 + i.seq * 7919 MOD 500
FROM (SELECT MIN(seq) AS first FROM :numbers) AS once JOIN seq_1_to_64 i;

-- step: inventory_item 3
INSERT INTO inventory_item (id, player_id, item_id, amount)
SELECT seq, 1 + (seq - 1) DIV 3,
       -- Three items of a player are never the same: they are 21 apart.
       1 + (((seq - 1) DIV 3) * 37 + ((seq - 1) MOD 3) * 21) MOD 64,
       2 + CRC32(CONCAT('amount', seq)) MOD 20
FROM :numbers;

-- step: guild 0.02
INSERT INTO guild (id, name, motto, founded_at)
SELECT seq,
       CONCAT(ELT(1 + seq MOD 12, 'Lanterns', 'Foxes', 'Sailors', 'Owls', 'Smiths', 'Gardeners', 'Wanderers', 'Bakers',
                  'Riders', 'Divers', 'Keepers', 'Drummers'), ' of the ',
              ELT(1 + seq DIV 12 MOD 8, 'North', 'Harbour', 'Hollow', 'Moon', 'Bridge', 'Valley', 'Reef', 'Ridge'), ' ', seq),
       ELT(1 + seq MOD 5, 'Nobody sails alone.', 'First in, last out.', 'Bread for all.', 'Quiet and quick.', 'We remember.'),
       '2024-02-01 00:00:00' + INTERVAL CRC32(CONCAT('founded', seq)) MOD 400000 MINUTE
FROM :numbers;

-- step: guild_member 1
INSERT INTO guild_member (id, guild_id, player_id, role, joined_at)
SELECT seq, 1 + (seq - 1) MOD :guilds, seq, IF(seq <= :guilds, 'LEADER', 'MEMBER'),
       '2025-01-01 00:00:00' + INTERVAL CRC32(CONCAT('joined', seq)) MOD 500000 MINUTE
FROM :numbers
-- Two of five are in no guild, among them player 5.
WHERE seq <= :guilds AND seq MOD 5 > 0 OR seq MOD 5 IN (1, 2, 3);

-- step: message 3
INSERT INTO message (id, sender_id, recipient_id, sent_at, body)
SELECT seq,
       1 + FLOOR(:players * POW((seq * 374761393 MOD 4294967296) / 4294967296, 1.5)),
       1 + (seq - 1) DIV 3,
       '2026-05-01 00:00:00' + INTERVAL CRC32(CONCAT('sent', seq)) MOD 260000 MINUTE,
       ELT(1 + CRC32(CONCAT('message', seq)) MOD 8, 'Are you coming tonight?', 'I have your shield.', 'Thank you for the map!',
           'Meet me at the bridge.', 'Trade you a pearl for two melons?', 'Welcome to the guild.', 'Good game!',
           'The gate opens at nine.')
FROM :numbers;

-- step: score 2
INSERT INTO score (id, season, player_id, points)
SELECT seq, 1 + (seq - 1) MOD 2, 1 + (seq - 1) DIV 2, CRC32(CONCAT('points', seq)) MOD 100000
FROM :numbers;

-- step: login_session 0.2
INSERT INTO login_session (id, token, player_id, expires_at)
SELECT seq, MD5(CONCAT('session', seq)), seq * 5 - 4,
       -- One of ten has expired.
       IF(seq MOD 10 = 0, '2026-01-01 00:00:00', '2099-01-01 00:00:00')
FROM :numbers;
