--liquibase formatted sql
--changeset test:1
SET STATEMENT lock_wait_timeout=3 FOR ALTER TABLE player ADD COLUMN liquibase INT;
