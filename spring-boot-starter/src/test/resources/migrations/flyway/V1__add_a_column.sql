SET STATEMENT lock_wait_timeout=3 FOR ALTER TABLE player ADD COLUMN flyway INT;
