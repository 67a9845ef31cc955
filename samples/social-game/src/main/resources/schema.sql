CREATE TABLE IF NOT EXISTS player (
    id      INT UNSIGNED NOT NULL AUTO_INCREMENT,
    name    VARCHAR(60)  NOT NULL,
    email   VARCHAR(120) NOT NULL,
    level   INT          NOT NULL,
    created DATETIME     NOT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY uk_player_email (email),
    KEY idx_player_level (level)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS friendship (
    player_id INT UNSIGNED NOT NULL,
    friend_id INT UNSIGNED NOT NULL,
    since     DATETIME     NOT NULL,
    PRIMARY KEY (player_id, friend_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE IF NOT EXISTS diary (
    id        INT UNSIGNED NOT NULL AUTO_INCREMENT,
    player_id INT UNSIGNED NOT NULL,
    title     VARCHAR(100) NOT NULL,
    body      TEXT         NOT NULL,
    created   DATETIME     NOT NULL,
    PRIMARY KEY (id),
    KEY idx_diary_player (player_id, created)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
