-- Names and texts compare as people expect (utf8mb4_general_ci); a token is compared byte by byte.

CREATE TABLE player (
    id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    name       VARCHAR(60)     NOT NULL,
    email      VARCHAR(120)    NOT NULL,
    level      INT             NOT NULL,
    coins      BIGINT          NOT NULL,
    bio        VARCHAR(500)    NULL,
    created_at DATETIME        NOT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY uk_player_email (email)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;

-- Two rows for each friendship, one for each side. The index gives a player's friends, the latest first.
CREATE TABLE friendship (
    player_id BIGINT UNSIGNED NOT NULL,
    friend_id BIGINT UNSIGNED NOT NULL,
    since     DATETIME        NOT NULL,
    PRIMARY KEY (player_id, friend_id),
    KEY idx_friendship_since (player_id, since, friend_id),
    CONSTRAINT fk_friendship_player FOREIGN KEY (player_id) REFERENCES player (id),
    CONSTRAINT fk_friendship_friend FOREIGN KEY (friend_id) REFERENCES player (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;

CREATE TABLE diary_entry (
    id        BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    player_id BIGINT UNSIGNED NOT NULL,
    posted_at DATETIME        NOT NULL,
    title     VARCHAR(100)    NOT NULL,
    body      VARCHAR(2000)   NOT NULL,
    PRIMARY KEY (id),
    KEY idx_diary_entry_player (player_id, posted_at, id),
    KEY idx_diary_entry_page (player_id, id),
    KEY idx_diary_entry_posted (posted_at),
    FULLTEXT KEY ft_diary_entry_body (body),
    CONSTRAINT fk_diary_entry_player FOREIGN KEY (player_id) REFERENCES player (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;

CREATE TABLE diary_comment (
    id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    entry_id   BIGINT UNSIGNED NOT NULL,
    author_id  BIGINT UNSIGNED NOT NULL,
    written_at DATETIME        NOT NULL,
    body       VARCHAR(500)    NOT NULL,
    PRIMARY KEY (id),
    KEY idx_diary_comment_entry (entry_id),
    KEY idx_diary_comment_author (author_id),
    CONSTRAINT fk_diary_comment_entry FOREIGN KEY (entry_id) REFERENCES diary_entry (id),
    CONSTRAINT fk_diary_comment_author FOREIGN KEY (author_id) REFERENCES player (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;

CREATE TABLE item (
    id     BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    name   VARCHAR(60)     NOT NULL,
    rarity VARCHAR(12)     NOT NULL,
    price  INT             NOT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;

CREATE TABLE inventory_item (
    id        BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    player_id BIGINT UNSIGNED NOT NULL,
    item_id   BIGINT UNSIGNED NOT NULL,
    amount    INT             NOT NULL,
    version   INT             NOT NULL DEFAULT 0,
    PRIMARY KEY (id),
    UNIQUE KEY uk_inventory_item_player (player_id, item_id),
    KEY idx_inventory_item_item (item_id),
    CONSTRAINT fk_inventory_item_player FOREIGN KEY (player_id) REFERENCES player (id),
    CONSTRAINT fk_inventory_item_item FOREIGN KEY (item_id) REFERENCES item (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;

CREATE TABLE guild (
    id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    name       VARCHAR(60)     NOT NULL,
    motto      VARCHAR(200)    NOT NULL,
    founded_at DATETIME        NOT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY uk_guild_name (name)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;

-- A player is in one guild at most.
CREATE TABLE guild_member (
    id        BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    guild_id  BIGINT UNSIGNED NOT NULL,
    player_id BIGINT UNSIGNED NOT NULL,
    role      VARCHAR(12)     NOT NULL,
    joined_at DATETIME        NOT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY uk_guild_member_player (player_id),
    KEY idx_guild_member_guild (guild_id),
    CONSTRAINT fk_guild_member_guild FOREIGN KEY (guild_id) REFERENCES guild (id),
    CONSTRAINT fk_guild_member_player FOREIGN KEY (player_id) REFERENCES player (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;

CREATE TABLE message (
    id           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    sender_id    BIGINT UNSIGNED NOT NULL,
    recipient_id BIGINT UNSIGNED NOT NULL,
    sent_at      DATETIME        NOT NULL,
    body         VARCHAR(500)    NOT NULL,
    PRIMARY KEY (id),
    KEY idx_message_recipient (recipient_id, sent_at, id),
    KEY idx_message_sender (sender_id),
    CONSTRAINT fk_message_sender FOREIGN KEY (sender_id) REFERENCES player (id),
    CONSTRAINT fk_message_recipient FOREIGN KEY (recipient_id) REFERENCES player (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;

CREATE TABLE score (
    id        BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    season    INT             NOT NULL,
    player_id BIGINT UNSIGNED NOT NULL,
    points    INT             NOT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY uk_score_player (player_id, season),
    KEY idx_score_season (season, points, player_id),
    CONSTRAINT fk_score_player FOREIGN KEY (player_id) REFERENCES player (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;

CREATE TABLE login_session (
    id         BIGINT UNSIGNED                                         NOT NULL AUTO_INCREMENT,
    token      VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin   NOT NULL,
    player_id  BIGINT UNSIGNED                                         NOT NULL,
    expires_at DATETIME                                                NOT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY uk_login_session_token (token),
    KEY idx_login_session_player (player_id),
    CONSTRAINT fk_login_session_player FOREIGN KEY (player_id) REFERENCES player (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;

-- One row: the world is being made, or was finished then.
CREATE TABLE world (
    id          INT      NOT NULL,
    players     INT      NOT NULL,
    finished_at DATETIME NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;
