--liquibase formatted sql
--changeset test:later-1
SET STATEMENT lock_wait_timeout=3 FOR ALTER TABLE player ADD COLUMN later INT;
--changeset test:later-2
SET STATEMENT lock_wait_timeout=3 FOR ALTER TABLE player ADD COLUMN later_still INT;
