// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The service call of the page. Not final: Spring proxies it. */
@Service
class PageService {

    private final OwnerRepository owners;

    PageService(OwnerRepository owners) {
        this.owners = owners;
    }

    @Transactional(readOnly = true)
    public OwnerPage page(int id) {
        return OwnerPage.of(owners.findById(id).orElseThrow());
    }
}
