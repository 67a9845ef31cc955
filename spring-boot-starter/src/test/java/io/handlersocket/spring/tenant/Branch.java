// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tenant;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** A row of all tenants, which no filter hides. */
@Entity
public class Branch {

    @Id
    private long id;

    private String code = "";

    @ManyToOne(fetch = FetchType.LAZY)
    private Account account;

    public long getId() {
        return id;
    }

    public String getCode() {
        return code;
    }

    public Account getAccount() {
        return account;
    }
}
