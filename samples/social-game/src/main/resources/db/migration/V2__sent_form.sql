-- The forms that were sent: a second one with the same number writes nothing. Rows older than a day can be deleted.
CREATE TABLE sent_form (
    number   CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    shown_at VARCHAR(200)                                   NOT NULL,
    sent_at  TIMESTAMP                                      NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (number),
    KEY idx_sent_form_sent (sent_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_general_ci;
